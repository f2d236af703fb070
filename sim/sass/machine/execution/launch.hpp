#pragma once

#include "sim/sass/machine/machine.hpp"

// Launches and blocks: their begin, their end, and whose turn it is.
namespace lanescope::sass::machine::execution {

// The launch's program, constants and shapes, without telling anybody.
void bind_launch(Machine& machine, std::uint32_t index);
// Begins the launch and the block whose instruction comes next.
void settle(Machine& machine);
// Issues warp instructions until `step` of them have been, or the run has ended.
void run_to(Machine& machine, std::uint64_t step);

}  // namespace lanescope::sass::machine::execution
