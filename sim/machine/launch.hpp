#pragma once

#include <cstdint>
#include <memory>

#include "sim/machine/machine.hpp"

namespace lanescope::machine {

// Behind those that are there.
void add_launch(Machine& machine, engine::Launch launch);
// Makes launch number machine.launch_index the current one.
void begin_launch(Machine& machine);
// Binds the machine to a launch without beginning it: for restoring a snapshot.
void bind_launch(Machine& machine, std::uint32_t index);
void end_launch(Machine& machine);

// Makes the next block of the grid (in the order of the schedule seed) resident.
void start_block(Machine& machine);
// The resident block has ended.
void end_block(Machine& machine);

}  // namespace lanescope::machine
