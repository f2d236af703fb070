#pragma once

#include "sim/sass/machine/machine.hpp"

// Barriers of the block and of the cluster.
namespace lanescope::sass::machine::instructions {

[[nodiscard]] bool bind_barrier(const Instruction& instruction, Op& op);
[[nodiscard]] bool bind_barrier_result(const Instruction& instruction, Op& op);
[[nodiscard]] bool bind_cluster_arrival(const Instruction& instruction, Op& op);
[[nodiscard]] bool bind_cluster_wait(const Instruction& instruction, Op& op);

// Lets those go on whose barrier is complete, since threads have arrived or ended.
void release_barriers(Machine& machine, Block& block);

}  // namespace lanescope::sass::machine::instructions
