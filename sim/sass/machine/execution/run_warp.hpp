#pragma once

#include <cstdint>

#include "sim/sass/machine/machine.hpp"

namespace lanescope::sass::machine::execution {

// Runs warps of the block in their order until `step` instructions of the run have been issued.
// True: the block has ended, or all of its warps wait.
bool run_block(Machine& machine, Block& block, std::uint64_t step);

}  // namespace lanescope::sass::machine::execution
