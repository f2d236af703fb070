#include "lab/run/disassembly.hpp"

#include <utility>

namespace lanescope::lab {

Disassembly disassembly_of(const ports::Compiled& image, const ports::Disassembler& disassembler) {
  if (image.cubin.empty())
    return {{}, "There is no machine code: nothing here assembles this PTX file."};
  auto functions = disassembler.disassemble(image.cubin);
  if (functions) return {std::move(*functions), {}};
  const Error& error = functions.error();
  return {{}, error.code == Error::Code::Missing ? error.text() + "." : error.text()};
}

}  // namespace lanescope::lab
