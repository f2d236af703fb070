#pragma once

#include <string>
#include <vector>

#include "cuda/toolchain/compiler.hpp"
#include "cuda/toolchain/sass.hpp"

namespace lanescope::lab {

// The machine code of an image's kernels, or why there is none.
struct Disassembly {
  std::vector<cuda::SassFunction> functions;
  std::string problem;  // with what to do about it; empty: there are functions
};
// Looks for the disassembler and runs it: about a second, so never where a frame is drawn.
[[nodiscard]] Disassembly disassembly_of(const cuda::Compiled& image);

}  // namespace lanescope::lab
