#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/machine/machine.hpp"

// Blocks that run together: who of them goes on, and the barrier that they share (PTX ISA
// 9.7.13.3). All blocks of a cluster are resident from its begin on, until each has ended.
namespace lanescope::machine {

// The block with this rank in the cluster of `block`; null: it has ended.
[[nodiscard]] Block* block_of_cluster(Machine& machine, const Block& block, std::uint64_t rank);

[[nodiscard]] inline bool has_ready_group(const Warp& warp) {
  return std::ranges::any_of(
      warp.groups, [](const LaneGroup& group) { return group.status == Group::Status::Ready; });
}
// Whether another block of the cluster has a lane that may issue.
[[nodiscard]] bool others_can_go_on(const Machine& machine, const Block& block);
// The block has done something: the others of its cluster that only waited look again.
void others_may_go_on(Machine& machine, const Block& block);
// The turn goes to the next block of the resident one's cluster that may go on. False: there is
// none, or all of these only wait.
[[nodiscard]] bool go_to_other_of_cluster(Machine& machine);

// barrier.cluster.arrive and .wait. Threads that have exited are not missed.
template <Recording R>
Next do_cluster_barrier(Issue& issue);
// Threads of the block have exited: the cluster's barrier may be complete now.
void recheck_cluster_barrier(Machine& machine, Block& block);

}  // namespace lanescope::machine
