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

// Makes the next cluster of the grid (in the order of the schedule seed) resident: one block, if
// the launch has no larger ones.
void start_cluster(Machine& machine);
// Where the block with this rank of the cluster lies in the grid.
[[nodiscard]] Dim3 place_in_grid(const Machine& machine, std::uint64_t cluster, std::uint64_t rank);
// The resident block has ended.
void end_block(Machine& machine);

}  // namespace lanescope::machine
