#include "lab/run/disassembly.hpp"

#include "cuda/toolchain/toolchain.hpp"

namespace lanescope::lab {

Disassembly disassembly_of(const cuda::Compiled& image) {
  if (image.cubin.empty())
    return {{}, "There is no machine code: nothing here assembles this PTX file."};
  const cuda::Tool tool = cuda::find_toolchain().nvdisasm;
  if (!tool.found()) return {{}, tool.problem + ": " + tool.remedy + "."};
  auto functions = cuda::disassemble(tool.path, image.cubin);
  if (!functions) return {{}, functions.error().text()};
  return {std::move(*functions), {}};
}

}  // namespace lanescope::lab
