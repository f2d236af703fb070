#include "sim/sass/machine/groups.hpp"

#include <algorithm>

#include "sim/sass/machine/values.hpp"

namespace lanescope::sass::machine {
namespace {

// Joins the groups in `members` (indices, ascending) into the first of them. Whom one of them still
// has to meet, all have: it waits for that one.
void join(Warp& warp, const std::vector<std::size_t>& members) {
  Group& first = warp.groups[members.front()];
  for (std::size_t n = 1; n < members.size(); ++n) {
    const Group& other = warp.groups[members[n]];
    first.lanes |= other.lanes;
    for (std::size_t b = 0; b < first.convergence.size(); ++b)
      first.convergence[b] |= other.convergence[b];
  }
  for (std::size_t n = members.size(); n-- > 1;)
    warp.groups.erase(warp.groups.begin() + static_cast<std::ptrdiff_t>(members[n]));
}

// Whether a group that waits too does so at the meeting that `group` waits for: functions that call
// themselves wait at one convergence barrier in several depths, each with its own members.
bool waits_with(const Group& group, const Group& candidate, std::uint32_t wanted) {
  if (candidate.status != group.status || (candidate.lanes & wanted) == 0) return false;
  if (group.status == Status::AtWarpSync) return true;
  return candidate.barrier == group.barrier && (group.lanes & ~candidate.members) == 0;
}

// Lanes that have yielded come to the meeting when those who are `there` have gone: nobody waits
// for them, so they wait for nobody of these.
void forget(Warp& warp, std::uint32_t barrier, std::uint32_t late, std::uint32_t there) {
  for (Group& group : warp.groups) {
    if ((group.lanes & late) == 0) continue;
    group.convergence[barrier] &= ~there;
    if (group.status == Status::AtConvergence && group.barrier == barrier) group.awaited &= ~there;
  }
}

// Those that wait at the same place for the same lanes, when all of these are there.
bool meet_once(Warp& warp) {
  for (std::size_t n = 0; n < warp.groups.size(); ++n) {
    const Group& group = warp.groups[n];
    if (group.status != Status::AtConvergence && group.status != Status::AtWarpSync) continue;
    const std::uint32_t wanted = group.awaited & warp.live;
    std::uint32_t there = 0, members = 0;
    std::vector<std::size_t> same_pc, all;
    for (std::size_t other = 0; other < warp.groups.size(); ++other) {
      const Group& candidate = warp.groups[other];
      if (!waits_with(group, candidate, wanted)) continue;
      there |= candidate.lanes;
      members |= candidate.members;
      all.push_back(other);
      if (candidate.pc == group.pc && candidate.collective_end == group.collective_end)
        same_pc.push_back(other);
    }
    if ((wanted & ~there) != 0) continue;
    for (const std::size_t other : all) warp.groups[other].awaited = 0;
    const Status status = group.status;
    if (status == Status::AtConvergence) forget(warp, group.barrier, members & ~there, there);
    join(warp, same_pc);
    for (Group& candidate : warp.groups) {
      if (candidate.status == status && candidate.awaited == 0) candidate.status = Status::Ready;
    }
    return true;
  }
  return false;
}

}  // namespace

void part(Issue& issue, std::uint32_t taken, std::uint32_t target) {
  Group& group = issue.group();
  const std::uint32_t rest = group.lanes & ~taken;
  if (taken == 0) {
    group.pc = issue.pc + 1;
    return;
  }
  if (rest == 0) {
    group.pc = target;
    return;
  }
  Group other = group;
  other.lanes = taken;
  other.pc = target;
  group.lanes = rest;
  group.pc = issue.pc + 1;
  issue.warp.groups.push_back(other);
}

void scatter(Issue& issue, const std::array<std::uint32_t, 32>& targets, std::uint32_t lanes) {
  Group& group = issue.group();
  const Group from = group;
  group.lanes &= ~lanes;
  group.pc = issue.pc + 1;
  std::vector<Group> made;
  for_lanes(lanes, [&](std::uint32_t lane) {
    auto to = std::ranges::find(made, targets[lane], &Group::pc);
    if (to == made.end()) {
      made.push_back(from);
      made.back().lanes = 0;
      made.back().pc = targets[lane];
      to = made.end() - 1;
    }
    to->lanes |= 1U << lane;
  });
  auto& groups = issue.warp.groups;
  if (group.lanes == 0) {
    group = made.front();
    made.erase(made.begin());
  }
  groups.insert(groups.end(), made.begin(), made.end());
}

void end_lanes(Issue& issue) {
  Warp& warp = issue.warp;
  Group& group = issue.group();
  warp.live &= ~issue.executed;
  group.lanes &= ~issue.executed;
  group.pc = issue.pc + 1;
  issue.block.live_threads -= static_cast<std::uint32_t>(std::popcount(issue.executed));
  if (group.lanes == 0) {
    warp.groups.erase(warp.groups.begin() + warp.current);
    warp.current = 0;
  }
  if (warp.groups.empty()) --issue.block.unfinished;
  meet(warp);
}

void wait(Issue& issue, Status status, std::uint32_t what, std::uint32_t next_pc) {
  const std::uint32_t rest = issue.active & ~issue.executed;
  if (rest != 0) {
    Group others = issue.group();
    others.lanes = rest;
    others.pc = issue.pc + 1;
    issue.group().lanes = issue.executed;
    issue.warp.groups.push_back(others);
  }
  Group& group = issue.group();
  group.status = status;
  group.barrier = what;
  group.pc = next_pc;
}

void give_way(Issue& issue) {
  Group& own = issue.group();
  for (Group& group : issue.warp.groups) {
    if (group.status != Status::AtConvergence || (group.awaited & issue.executed) == 0) continue;
    group.awaited &= ~issue.executed;
    own.convergence[group.barrier] &= ~group.lanes;
  }
  meet(issue.warp);
}

void meet(Warp& warp) {
  while (meet_once(warp)) {
  }
  if (warp.current >= warp.groups.size()) warp.current = 0;
}

bool choose_group(Warp& warp) {
  if (warp.current < warp.groups.size() && warp.groups[warp.current].status == Status::Ready)
    return true;
  std::size_t best = warp.groups.size();
  for (std::size_t n = 0; n < warp.groups.size(); ++n) {
    if (warp.groups[n].status != Status::Ready) continue;
    if (best == warp.groups.size() || warp.groups[n].pc < warp.groups[best].pc) best = n;
  }
  if (best == warp.groups.size()) return false;
  warp.current = static_cast<std::uint32_t>(best);
  warp.groups[best].backward = 0;
  return true;
}

}  // namespace lanescope::sass::machine
