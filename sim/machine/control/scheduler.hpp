#pragma once

#include <cstdint>

#include "sim/machine/machine.hpp"

namespace lanescope::machine {

// Issues warp instructions until machine.step == stop or the machine stops.
//
// Blocks run one after the other. A block whose warps all wait in loops (for another block's flag,
// say) is set aside and another one becomes resident; set-aside blocks take turns. Within a block
// warps take turns: one instruction each (round_robin), or until they block or spin (barrier).
void run_machine(Machine& machine, std::uint64_t stop);
// The same, with several cores where it may: stops at a place behind `stop` that is cheap.
void run_machine_about(Machine& machine, std::uint64_t stop);

// Starts and runs the next `count` blocks of the launch. False: not all have ended, because one
// waits for another block, the machine has stopped, or machine.step == stop.
[[nodiscard]] bool run_blocks(Machine& machine, std::uint64_t count, std::uint64_t stop);

// Begins the launch and the block whose instruction comes next, without issuing it.
void settle_machine(Machine& machine);

}  // namespace lanescope::machine
