#include "sim/machine/control/stragglers.hpp"

#include <algorithm>
#include <cstddef>

namespace lanescope::machine {
namespace {

using Status = Group::Status;

// At the kernel's end, or branching straight to it.
bool is_about_to_end(const Machine& machine, const LaneGroup& group) {
  const code::Code& code = *machine.code;
  const code::Op* op = &code.ops[group.pc];
  if (op->kind == code::HandlerKind::Branch && !code.branches[op->detail].conditional)
    op = &code.ops[code.branches[op->detail].target];
  return op->kind == code::HandlerKind::Exit && op->guard == code::kNoSlot;
}

bool can_go(const LaneGroup& group) {
  return group.status == Status::Ready && !group.spin.spinning && !group.gives_way;
}

// `other` has not come yet to where `group` was waited for, were there joins to wait at.
bool is_behind(const Join& join, const LaneGroup& group, const LaneGroup& other) {
  return (join.lanes & join.arrived & group.lanes) != 0 &&
         (join.lanes & ~join.arrived & other.lanes) != 0;
}

// Calls f with each pc that may follow within the function.
template <typename F>
void for_next(const code::Code& code, std::uint32_t pc, F&& f) {
  const code::Op& op = code.ops[pc];
  bool falls_through = true;
  if (op.kind == code::HandlerKind::Branch) {
    const code::BranchOp& branch = code.branches[op.detail];
    f(branch.target);
    falls_through = branch.conditional;
  } else if (op.kind == code::HandlerKind::IndexedBranch) {
    for (const std::uint32_t target : code.indexed_branches[op.detail].targets) f(target);
    falls_through = op.guard != code::kNoSlot;
  } else if (op.kind == code::HandlerKind::Exit || op.kind == code::HandlerKind::Return ||
             op.kind == code::HandlerKind::Trap) {
    falls_through = op.guard != code::kNoSlot;
  }
  if (falls_through) f(pc + 1);
}

// By pc from the function's entry on: whether lanes there may come to the barrier without coming to
// `join` once more.
std::vector<bool> ways_to(const code::Code& code, std::uint32_t barrier, std::uint32_t join) {
  const code::FunctionCode& function = code.functions[code.function_of_pc[barrier]];
  std::vector<bool> ways(function.end - function.entry, false);
  ways[barrier - function.entry] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t pc = function.end; pc-- > function.entry;) {
      if (ways[pc - function.entry]) continue;
      bool leads = false;
      for_next(code, pc, [&](std::uint32_t next) {
        const bool inside = next >= function.entry && next < function.end;
        leads = leads || (inside && next != join && ways[next - function.entry]);
      });
      if (!leads) continue;
      ways[pc - function.entry] = true;
      changed = true;
    }
  }
  return ways;
}

// Where a group is in the function in which `depth` calls have been made; kNoTarget: no longer
// there.
std::uint32_t place_at(const LaneGroup& group, std::size_t depth) {
  if (group.frames.size() < depth) return code::kNoTarget;
  return group.frames.size() == depth ? group.pc : group.frames[depth].return_pc;
}

bool may_come(Machine& machine, const LaneGroup& to, const LaneGroup& other) {
  const std::uint32_t pc = place_at(other, to.frames.size());
  const code::Code& code = *machine.code;
  if (pc == code::kNoTarget || code.function_of_pc[pc] != code.function_of_pc[to.pc]) return false;
  const auto [ways, fresh] = machine.ways_to_barriers.try_emplace({to.pc, to.passed});
  if (fresh) ways->second = ways_to(code, to.pc, to.passed);
  return ways->second[pc - code.functions[code.function_of_pc[pc]].entry];
}

bool is_waited_for(Machine& machine, const Warp& warp, const LaneGroup& group,
                   const LaneGroup& other) {
  if (&other == &group || (other.lanes & group.awaited) == 0 || !can_go(other)) return false;
  return may_come(machine, group, other) || std::ranges::any_of(warp.joins, [&](const Join& join) {
           return is_behind(join, group, other);
         });
}

// The outermost join that some are behind at decides.
bool waits_for_stragglers(Issue& issue) {
  LaneGroup& group = *issue.group;
  for (const Join& join : issue.warp.joins) {
    LaneMask behind = 0;
    for (const LaneGroup& other : issue.warp.groups) {
      if (&other != &group && can_go(other) && is_behind(join, group, other)) behind |= other.lanes;
    }
    if (behind == 0) continue;
    group.passed = join.pc;
    group.awaited = behind;
    return true;
  }
  return false;
}

}  // namespace

bool others_go_first(Issue& issue) {
  const code::BarrierOp& op = issue.machine.code->barriers[issue.op().detail];
  const Warp& warp = issue.warp;
  const engine::Policy policy = issue.machine.spec->policy;
  if (!op.aligned || warp.forced || issue.active == warp.live || policy == engine::Policy::Ipdom)
    return false;
  const bool min_pc = policy == engine::Policy::MinPc;
  const auto goes_first = [&](const LaneGroup& group) {
    return &group != issue.group && can_go(group) &&
           (!min_pc || is_about_to_end(issue.machine, group));
  };
  issue.group->awaited = 0;
  issue.group->gives_way =
      (min_pc && waits_for_stragglers(issue)) || std::ranges::any_of(warp.groups, goes_first);
  return issue.group->gives_way;
}

void recheck_stragglers(Machine& machine, Warp& warp) {
  for (LaneGroup& group : warp.groups) {
    if (!group.gives_way || group.awaited == 0) continue;
    group.gives_way = std::ranges::any_of(warp.groups, [&](const LaneGroup& other) {
      return is_waited_for(machine, warp, group, other);
    });
  }
}

}  // namespace lanescope::machine
