#pragma once

#include "sim/machine/machine.hpp"

// Finding out that a loop only waits. From the 64th backward branch on, the group's registers are
// compared from one backward branch to the next, in a window of 16 branches at each doubling: equal
// again at the same pc means that nothing but another thread's store can end the loop. A loop that
// changes a register as it waits is suspected after 65,536 branches.
namespace lanescope::machine {

inline constexpr std::uint32_t kSpinBranches = 64;
inline constexpr std::uint32_t kLongLoop = 65536;
inline constexpr std::uint32_t kYielded = 0xffffffff;  // in SpinWatch::window: by nanosleep

// Slow part of a backward branch; called when the group's spin.next_check is reached.
[[nodiscard]] Next check_spin(Issue& issue);

// The group has just taken a branch backwards to its pc.
[[nodiscard]] inline Next backward_branch(Issue& issue) {
  SpinWatch& spin = issue.group->spin;
  if (++spin.branches < spin.next_check) return Next::Jumped;
  return check_spin(issue);
}

// The group asked for others to go first.
[[nodiscard]] Next yield(Issue& issue);

// The group is no longer in the loop in which it was found to wait.
[[nodiscard]] bool left_loop(const LaneGroup& group);

enum class SpinChoice : std::uint8_t { Stay, LeaveProven, LeaveLong, LeaveYield };
// The current group spins, or has looped enough for now: another group of the warp goes on (Stay),
// or another warp.
[[nodiscard]] SpinChoice after_spin(const Machine& machine, Warp& warp);

}  // namespace lanescope::machine
