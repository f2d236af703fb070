#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/machine/machine.hpp"

// How the lanes of a warp part and meet.
//
// its, ipdom: a divergent branch makes a join at its immediate post-dominator; lanes that reach it
// wait (AtJoin) until every lane that took part has come or exited. its runs the smallest pc of all
// ready groups and takes turns when a group loops; ipdom runs the group on top of the stack only.
// min_pc: of the groups deepest in calls the smallest pc runs, and groups at one pc become one.
// Nobody waits at joins; they only tell who is behind (stragglers.hpp).
namespace lanescope::machine {

// Chooses the warp's current group, of several. False: no group is ready.
[[nodiscard]] bool select_among(Machine& machine, Warp& warp);
[[nodiscard]] inline bool select_group(Machine& machine, Warp& warp) {
  if (warp.groups.size() != 1) return select_among(machine, warp);
  warp.current = 0;
  LaneGroup& group = warp.groups[0];
  group.spin.spinning = group.gives_way = false;
  return group.status == Group::Status::Ready;
}

// The current group has looped long enough while others are ready: the one that has waited longest
// goes on. Policy its only.
void rotate_groups(const Machine& machine, Warp& warp);

// The current group is at its pc: lanes whose innermost join is here wait, but under min_pc. True:
// groups changed.
[[nodiscard]] bool arrive_at_join(Issue& issue);

// Lanes of the current group go different ways: `lanes` to `lanes_pc`, the others to `other_pc`;
// they meet at join_pc (kNoTarget: nowhere) in a function `join_depth` calls deep.
struct Split {
  LaneMask lanes;
  std::uint32_t lanes_pc, other_pc, join_pc;
  std::uint32_t join_depth;
  std::uint32_t scope;  // the loop within which they meet (index into Code::loops)
};
void split_group(Issue& issue, const Split& split);

// All lanes of the current group go the same way at a branch that has this split's join. Those that
// parted from them inside of what ends there are waited for at the join.
void stay_together(Issue& issue, const Split& split);

// Lanes of the current group end. The group goes on with the rest, or is gone.
void exit_lanes(Issue& issue, LaneMask lanes);

// Groups of the warp that are ready at the same pc in the same calls become one (all policies but
// ipdom, which has an order to keep).
void merge_ready_groups(const Machine& machine, Warp& warp);

// Lets all lanes go that wait at joins for lanes that can't come. False: there were none.
bool release_join_waiters(Machine& machine, Block& block);

// Makes `from` part of `into`; both in the same calls.
void merge_into(const Machine& machine, LaneGroup& into, const LaneGroup& from);
[[nodiscard]] bool same_calls(const LaneGroup& a, const LaneGroup& b);

// Tells the block's listener that lanes wait.
inline void tell_wait(const Block& block, const Warp& warp, LaneMask lanes,
                      events::WaitReason reason, std::uint32_t barrier = 0) {
  block.listeners.tell(events::Wait{block.index, WarpIndex{warp.index}, lanes, reason, barrier});
}

}  // namespace lanescope::machine
