#pragma once

#include <string>
#include <vector>

#include "ports/toolchain/compile_types.hpp"
#include "ports/toolchain/disassembler.hpp"

namespace lanescope::run {

// The machine code of an image's kernels, or why there is none.
struct Disassembly {
  std::vector<ports::toolchain::SassFunction> functions;
  std::string problem;  // with what to do about it; empty: there are functions
};
// About a second, so never where a frame is drawn.
[[nodiscard]] Disassembly disassembly_of(const ports::toolchain::Compiled& image,
                                         const ports::toolchain::Disassembler& disassembler);

}  // namespace lanescope::run
