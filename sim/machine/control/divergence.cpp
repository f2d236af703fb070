#include "sim/machine/control/divergence.hpp"

#include <algorithm>
#include <utility>

#include "sim/machine/call_ops.hpp"
#include "sim/machine/control/stragglers.hpp"
#include "sim/machine/control/warp_sync.hpp"

namespace lanescope::machine {
namespace {

using Status = Group::Status;

constexpr std::size_t kNone = ~std::size_t{0};

// Of the ready groups: one that is not known to wait, with the smallest pc; else the one that has
// waited longest.
std::size_t smallest_pc(const Warp& warp) {
  std::size_t best = kNone, oldest = kNone;
  for (std::size_t i = 0; i < warp.groups.size(); ++i) {
    const LaneGroup& group = warp.groups[i];
    if (group.status != Status::Ready) continue;
    const bool waits = group.spin.spinning || group.gives_way;
    if (!waits && (best == kNone || group.pc < warp.groups[best].pc)) best = i;
    if (oldest == kNone || group.last_run < warp.groups[oldest].last_run) oldest = i;
  }
  return best != kNone ? best : oldest;
}

// Whether `a` comes before `b`: a group that gives way comes last; deepest in calls first, so that
// lanes meet where a function returns to; then the smallest pc.
bool is_earlier(const LaneGroup& a, const LaneGroup& b) {
  if (a.gives_way != b.gives_way) return b.gives_way;
  if (a.frames.size() != b.frames.size()) return a.frames.size() > b.frames.size();
  return a.pc < b.pc;
}

std::size_t first_in_code(const Warp& warp) {
  std::size_t best = kNone;
  for (std::size_t i = 0; i < warp.groups.size(); ++i) {
    if (warp.groups[i].status != Status::Ready) continue;
    if (best == kNone || is_earlier(warp.groups[i], warp.groups[best])) best = i;
  }
  return best;
}

std::size_t top_of_stack(const Warp& warp) {
  for (std::size_t i = warp.groups.size(); i-- > 0;) {
    if (warp.groups[i].status == Status::AtJoin) continue;
    return warp.groups[i].status == Status::Ready ? i : kNone;
  }
  return kNone;
}

// All lanes of a join are there: they are one group again.
void complete_join(const Machine& machine, Warp& warp, std::size_t index) {
  const Join join = warp.joins[index];
  warp.joins.erase(warp.joins.begin() + static_cast<std::ptrdiff_t>(index));
  LaneGroup met;
  bool first = true;
  std::erase_if(warp.groups, [&](const LaneGroup& group) {
    if (group.status != Status::AtJoin || (group.lanes & join.arrived) == 0) return false;
    if (first) {
      met = group;
      first = false;
    } else {
      merge_into(machine, met, group);
    }
    return true;
  });
  if (first) return;
  met.status = Status::Ready;
  met.spin = {};
  warp.groups.push_back(std::move(met));
}

// Drops joins that nobody can come to, completes those whose last missing lanes have gone.
void settle_joins(const Machine& machine, Warp& warp) {
  for (std::size_t i = warp.joins.size(); i-- > 0;) {
    if (warp.joins[i].lanes == 0) {
      warp.joins.erase(warp.joins.begin() + static_cast<std::ptrdiff_t>(i));
    } else if (warp.joins[i].arrived == warp.joins[i].lanes) {
      complete_join(machine, warp, i);
    }
  }
}

void leave_joins(Warp& warp, LaneMask lanes) {
  for (Join& join : warp.joins) {
    join.lanes &= ~lanes;
    join.arrived &= ~lanes;
  }
}

// The lanes of the group whose innermost join is at its pc, for the innermost such join.
struct Arrival {
  std::size_t join = kNone;
  LaneMask lanes = 0;
};
Arrival find_arrival(const Warp& warp, const LaneGroup& group) {
  LaneMask open = group.lanes;
  for (std::size_t i = warp.joins.size(); i-- > 0 && open != 0;) {
    const Join& join = warp.joins[i];
    const LaneMask lanes = join.lanes & open;
    if (lanes == 0) continue;
    if (join.pc == group.pc && join.depth == group.frames.size()) return {i, lanes};
    open &= ~lanes;
  }
  return {};
}

bool same_place(const LaneGroup& a, const LaneGroup& b) { return a.pc == b.pc && same_calls(a, b); }

}  // namespace

bool same_calls(const LaneGroup& a, const LaneGroup& b) {
  // After alloca one may have called from further up its stack.
  return a.frames.size() == b.frames.size() && a.local == b.local &&
         std::equal(a.frames.begin(), a.frames.end(), b.frames.begin(),
                    [](const Frame& x, const Frame& y) {
                      return x.return_pc == y.return_pc && x.callee == y.callee &&
                             x.caller_local == y.caller_local;
                    });
}

void merge_into(const Machine& machine, LaneGroup& into, const LaneGroup& from) {
  into.top = std::max(into.top, from.top);
  for (std::size_t i = 0; i < into.frames.size(); ++i) {
    into.frames[i].caller_top = std::max(into.frames[i].caller_top, from.frames[i].caller_top);
    if (into.frames[i].saved == from.frames[i].saved) continue;
    into.frames[i].saved = blend_saved(machine, into.frames[i], from.frames[i], from.lanes);
  }
  into.lanes |= from.lanes;
}

bool select_among(Machine& machine, Warp& warp) {
  const engine::Policy policy = machine.spec->policy;
  if (policy == engine::Policy::MinPc) recheck_stragglers(machine, warp);
  const std::size_t chosen = policy == engine::Policy::Its     ? smallest_pc(warp)
                             : policy == engine::Policy::Ipdom ? top_of_stack(warp)
                                                               : first_in_code(warp);
  if (chosen == kNone) return false;
  warp.current = static_cast<std::uint32_t>(chosen);
  warp.groups[chosen].spin.spinning = warp.groups[chosen].gives_way = false;
  return true;
}

void rotate_groups(const Machine& machine, Warp& warp) {
  warp.groups[warp.current].last_run = machine.step;
  std::size_t oldest = warp.current;
  for (std::size_t i = 0; i < warp.groups.size(); ++i) {
    const LaneGroup& group = warp.groups[i];
    if (group.status == Status::Ready && group.last_run < warp.groups[oldest].last_run) oldest = i;
  }
  warp.current = static_cast<std::uint32_t>(oldest);
}

void merge_ready_groups(const Machine& machine, Warp& warp) {
  if (machine.spec->policy == engine::Policy::Ipdom || warp.groups.size() < 2) return;
  for (std::size_t i = 0; i < warp.groups.size(); ++i) {
    LaneGroup& into = warp.groups[i];
    if (into.status != Status::Ready) continue;
    for (std::size_t k = warp.groups.size(); k-- > i + 1;) {
      const LaneGroup& from = warp.groups[k];
      if (from.status != Status::Ready || from.granted != into.granted || !same_place(into, from))
        continue;
      merge_into(machine, into, from);
      warp.groups.erase(warp.groups.begin() + static_cast<std::ptrdiff_t>(k));
      warp.chosen = false;
    }
  }
  if (warp.groups.size() == 1) warp.forced = false;
}

namespace {

// Whether join `a` lies inside of what ends at join `b`.
bool inside(const code::Code& code, const Join& a, const Join& b) {
  if (a.depth != b.depth) return a.depth > b.depth;
  return code::loop_depth(code, a.scope) > code::loop_depth(code, b.scope);
}

// The lanes that part now, and all that are with them in the loops and calls that the join lies
// behind: they will all come to it. One join serves all branches to it.
void add_join(Issue& issue, const Split& split) {
  std::vector<Join>& joins = issue.warp.joins;
  Join added{split.join_pc, split.join_depth, issue.group->lanes, 0, split.scope, false};
  std::size_t place = joins.size();
  for (std::size_t i = joins.size(); i-- > 0;) {
    if ((joins[i].lanes & issue.group->lanes) == 0 || !inside(*issue.machine.code, joins[i], added))
      continue;
    added.lanes |= joins[i].lanes;
    place = i;
  }
  for (Join& join : joins) {
    const bool same = join.pc == added.pc && join.depth == added.depth && join.scope == added.scope;
    if (!same || (join.lanes & issue.group->lanes) == 0) continue;
    join.lanes |= added.lanes;
    join.arrived &= ~issue.group->lanes;
    return;
  }
  joins.insert(joins.begin() + static_cast<std::ptrdiff_t>(place), added);
}

// Lanes of the current group that have come out of a loop or a call no longer belong to the joins
// inside. True: there were such joins.
bool leave_inner_joins(Issue& issue) {
  const LaneGroup& group = *issue.group;
  bool left = false;
  for (Join& join : issue.warp.joins) {
    if ((join.lanes & group.lanes) == 0 || join.depth < group.frames.size()) continue;
    if (join.depth == group.frames.size() &&
        code::in_loop(*issue.machine.code, join.scope, group.pc))
      continue;
    join.lanes &= ~group.lanes;
    join.arrived &= ~group.lanes;
    left = true;
  }
  if (left) settle_joins(issue.machine, issue.warp);
  return left;
}

// Whether lanes of the current group parted from others inside of what ends at the split's join.
bool parted_inside(const Issue& issue, const Split& split) {
  const Join outer{split.join_pc, split.join_depth, 0, 0, split.scope, false};
  return std::ranges::any_of(issue.warp.joins, [&](const Join& join) {
    return (join.lanes & issue.group->lanes) != 0 && inside(*issue.machine.code, join, outer);
  });
}

}  // namespace

void stay_together(Issue& issue, const Split& split) {
  if (split.join_pc != code::kNoTarget && parted_inside(issue, split)) add_join(issue, split);
}

namespace {

// Nobody waits under min_pc: that lanes have come is noted.
void pass_joins(Issue& issue) {
  leave_inner_joins(issue);
  const LaneGroup& group = *issue.group;
  for (Join& join : issue.warp.joins) {
    if (join.pc == group.pc && join.depth == group.frames.size())
      join.arrived |= join.lanes & group.lanes;
  }
  settle_joins(issue.machine, issue.warp);
}

}  // namespace

bool arrive_at_join(Issue& issue) {
  Warp& warp = issue.warp;
  if (issue.machine.spec->policy == engine::Policy::MinPc) {
    pass_joins(issue);
    return false;
  }
  if (leave_inner_joins(issue)) return true;
  const Arrival arrival = find_arrival(warp, *issue.group);
  if (arrival.join == kNone) return false;
  Join& join = warp.joins[arrival.join];
  if (join.broken) {
    join.lanes &= ~arrival.lanes;
    settle_joins(issue.machine, warp);
    return true;
  }
  join.arrived |= arrival.lanes;
  if (arrival.lanes == issue.group->lanes) {
    issue.group->status = Status::AtJoin;
  } else {
    LaneGroup waiting = *issue.group;
    waiting.lanes = arrival.lanes;
    waiting.status = Status::AtJoin;
    issue.group->lanes &= ~arrival.lanes;
    warp.groups.push_back(std::move(waiting));
  }
  if (join.arrived == join.lanes) {
    complete_join(issue.machine, warp, arrival.join);
  } else {
    tell_wait(issue.block, warp, arrival.lanes, events::WaitReason::Join);
  }
  return true;
}

void split_group(Issue& issue, const Split& split) {
  Warp& warp = issue.warp;
  LaneGroup& group = *issue.group;
  if (split.join_pc != code::kNoTarget) add_join(issue, split);
  LaneGroup parted = group;
  parted.lanes = split.lanes;
  parted.pc = split.lanes_pc;
  parted.spin = {};
  group.lanes &= ~split.lanes;
  group.pc = split.other_pc;
  group.spin = {};
  // The path that comes first in the code is on top of ipdom's stack.
  const bool parted_first = parted.pc < group.pc;
  if (issue.machine.spec->policy == engine::Policy::Ipdom && !parted_first)
    std::swap(parted, group);
  warp.groups.push_back(std::move(parted));
}

void exit_lanes(Issue& issue, LaneMask lanes) {
  Warp& warp = issue.warp;
  tell_wait(issue.block, warp, lanes, events::WaitReason::Exited);
  warp.live &= ~lanes;
  issue.group->lanes &= ~lanes;
  if (issue.group->lanes == 0) {
    warp.groups.erase(warp.groups.begin() + (issue.group - warp.groups.data()));
    issue.group = nullptr;
  }
  if (!warp.joins.empty()) {
    leave_joins(warp, lanes);
    settle_joins(issue.machine, warp);
  }
  wake_warp_syncs(warp);
}

bool release_join_waiters(Machine& machine, Block& block) {
  bool released = false;
  if (machine.spec->policy != engine::Policy::Its) return false;
  for (Warp& warp : block.warps) {
    LaneMask lanes = 0;
    for (LaneGroup& group : warp.groups) {
      if (group.status != Status::AtJoin) continue;
      group.status = Status::Ready;
      group.spin = {};
      group.last_run = 0;
      lanes |= group.lanes;
    }
    if (lanes == 0) continue;
    report_named_lanes(machine, block, warp, lanes);
    released = true;
    warp.forced = true;
    warp.chosen = false;
    for (Join& join : warp.joins) {
      if ((join.arrived & lanes) == 0) continue;
      join.lanes &= ~join.arrived;
      join.arrived = 0;
      join.broken = true;
    }
    settle_joins(machine, warp);
  }
  return released;
}

}  // namespace lanescope::machine
