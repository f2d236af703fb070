#include "lab/run/disassembly.hpp"

#include <utility>

namespace lanescope::run {

Disassembly disassembly_of(const ports::toolchain::Compiled& image,
                           const ports::toolchain::Disassembler& disassembler) {
  if (image.cubin.empty())
    return {{}, "There is no machine code: nothing here assembles this PTX file."};
  auto functions = disassembler.disassemble(image.cubin);
  if (functions) return {std::move(*functions), {}};
  const Error& error = functions.error();
  return {{}, error.code == Error::Code::Missing ? error.text() + "." : error.text()};
}

}  // namespace lanescope::run
