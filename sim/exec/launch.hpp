#pragma once

#include <cstdint>
#include <memory>

#include "sim/exec/machine.hpp"

namespace lanescope::exec {

// Makes launch number machine.launch_index the current one.
void begin_launch(Machine& machine);
// Binds the machine to a launch without beginning it: for restoring a snapshot.
void bind_launch(Machine& machine, std::uint32_t index);
void end_launch(Machine& machine);

// Makes the next block of the grid (in the order of the schedule seed) resident.
void start_block(Machine& machine);
// The resident block has ended.
void end_block(Machine& machine);

// Whether the sink wants events of a block.
[[nodiscard]] events::Sink* sink_for(const Machine& machine, BlockIndex block);

}  // namespace lanescope::exec
