#include "sim/machine/control/control_ops.hpp"

#include <bit>

#include "sim/machine/control/barriers.hpp"
#include "sim/machine/control/clusters.hpp"
#include "sim/machine/control/divergence.hpp"
#include "sim/machine/control/spin.hpp"
#include "sim/machine/control/warp_sync.hpp"
#include "sim/machine/cores/footprint.hpp"
#include "sim/machine/faults.hpp"
#include "sim/machine/lane_file.hpp"

namespace lanescope::machine {
namespace {

template <Recording R>
void count_branch(Issue& issue, LaneMask taken, LaneMask not_taken, bool divergent,
                  const code::Reconvergence& reconvergence) {
  if constexpr (R != Recording::None) {
    events::Counters& counters = issue.counts().by_pc[issue.pc];
    ++counters.branches;
    if (divergent) ++counters.divergent_branches;
  }
  if constexpr (R == Recording::Full) {
    const bool its = issue.machine.spec->policy == engine::Policy::Its;
    const std::uint32_t join = its ? reconvergence.barrier : reconvergence.post_dominator;
    issue.block.listeners.tell(events::Branch{taken, not_taken, divergent,
                                              join == code::kNoTarget ? events::kNoPc : Pc{join}});
  }
}

Next go_to(Issue& issue, std::uint32_t target) {
  issue.group->pc = target;
  return target <= issue.pc ? backward_branch(issue) : Next::Jumped;
}

bool is_indirect_call(const code::Code& code, std::uint32_t pc) {
  const code::Op& op = code.ops[pc];
  return op.kind == code::HandlerKind::Call && code.calls[op.detail].callee == code::kNoTarget;
}

// Lanes part at a branch: its join is at the post-dominator (under its where ptxas has a barrier),
// or, when the paths only meet at the end of a called function, where that returns to. There is no
// barrier around a call through a pointer.
Split split_at(const Issue& issue, const code::Reconvergence& reconvergence, LaneMask lanes,
               std::uint32_t lanes_pc, std::uint32_t other_pc) {
  const code::Code& code = *issue.machine.code;
  const LaneGroup& group = *issue.group;
  const bool its = issue.machine.spec->policy == engine::Policy::Its;
  const std::uint32_t join = its ? reconvergence.barrier : reconvergence.post_dominator;
  const auto depth = static_cast<std::uint32_t>(group.frames.size());
  if (join != code::kNoTarget || depth == 0)
    return {lanes, lanes_pc, other_pc, join, depth, reconvergence.scope};
  const std::uint32_t back = group.frames.back().return_pc;
  const std::uint32_t behind = its && is_indirect_call(code, back - 1) ? code::kNoTarget : back;
  return {lanes, lanes_pc, other_pc, behind, depth - 1, code.loop_of_pc[back - 1]};
}

// A branch that all lanes of a group take alike may leave a loop in which others, that parted from
// them there, go on: on hardware all of them joined the barrier in front of the loop.
void meet_behind_the_loop(Issue& issue, const code::Reconvergence& reconvergence) {
  if (issue.warp.joins.empty() || issue.machine.spec->policy == engine::Policy::Ipdom) return;
  stay_together(issue, split_at(issue, reconvergence, 0, code::kNoTarget, code::kNoTarget));
}

}  // namespace

template <Recording R>
Next do_branch(Issue& issue) {
  const code::BranchOp& branch = issue.machine.code->branches[issue.op().detail];
  const LaneMask taken = issue.executed;
  const LaneMask not_taken = issue.active & ~taken;
  if (!branch.conditional) return go_to(issue, branch.target);
  const bool divergent = taken != 0 && not_taken != 0;
  count_branch<R>(issue, taken, not_taken, divergent, branch.reconvergence);
  if (!divergent) meet_behind_the_loop(issue, branch.reconvergence);
  if (not_taken == 0) return go_to(issue, branch.target);
  if (taken == 0) return Next::Advance;
  const SpinWatch spin = issue.group->spin;
  split_group(issue, split_at(issue, branch.reconvergence, taken, branch.target, issue.pc + 1));
  if (branch.target <= issue.pc) {  // the loop's lanes keep the count of their branches
    for (LaneGroup& group : issue.warp.groups) {
      if (group.lanes == taken) group.spin.branches = spin.branches + 1;
    }
  }
  return Next::Reselect;
}

void part_late(Issue& issue, std::uint32_t branch_pc, LaneMask active, LaneMask taken) {
  const code::Code& code = *issue.machine.code;
  const code::BranchOp& branch = code.branches[code.ops[branch_pc].detail];
  const std::uint32_t stopped = issue.group->pc;
  issue.pc = branch_pc;
  issue.active = active;
  split_group(issue, split_at(issue, branch.reconvergence, taken, branch.target, branch_pc + 1));
  std::vector<LaneGroup>& groups = issue.warp.groups;
  issue.warp.current = groups[0].lanes == taken ? 1 : 0;
  groups[issue.warp.current].pc = stopped;
}

template <Recording R>
Next do_indexed_branch(Issue& issue) {
  const code::IndexedBranchOp& branch = issue.machine.code->indexed_branches[issue.op().detail];
  LaneMask rest = issue.executed;
  if (rest == 0) return Next::Advance;
  const std::uint64_t index = read_lane(issue, branch.index, std::countr_zero(rest));
  if (index >= branch.targets.size()) {
    return fault(issue, issue.executed, events::HazardKind::Trap,
                 "branches beyond the end of a table of targets");
  }
  LaneMask same = 0;
  for_lanes(rest, [&](int lane) {
    const std::uint64_t other = read_lane(issue, branch.index, lane);
    const bool equal = other == index || (other < branch.targets.size() &&
                                          branch.targets[other] == branch.targets[index]);
    if (equal) same |= LaneMask{1} << static_cast<unsigned>(lane);
  });
  const LaneMask others = issue.active & ~same;
  count_branch<R>(issue, same, others, others != 0, branch.reconvergence);
  const std::uint32_t target = branch.targets[index];
  if (others == 0) return go_to(issue, target);
  // The others come again, as long as there are further targets; guarded-off lanes go on below.
  rest &= ~same;
  const std::uint32_t other_pc = rest != 0 ? issue.pc : issue.pc + 1;
  split_group(issue, split_at(issue, branch.reconvergence, same, target, other_pc));
  return Next::Reselect;
}

Next do_exit(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  Block& block = issue.block;
  const bool some_left = issue.executed != issue.active;
  block.live_threads -= static_cast<std::uint32_t>(count_lanes(issue.executed));
  if (some_left) ++issue.group->pc;
  exit_lanes(issue, issue.executed);
  if (issue.warp.live == 0) --block.unfinished;
  recheck_barriers(issue.machine, block);
  recheck_cluster_barrier(issue.machine, block);
  return Next::Reselect;
}

Next do_trap(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  return fault(issue, issue.executed, events::HazardKind::Trap, "executes a trap instruction");
}

Next do_nop(Issue&) { return Next::Advance; }

Next do_sleep(Issue& issue) { return yield(issue); }

namespace {

// One warp instruction is one cycle, and one nanosecond.
std::uint64_t clock_value(code::ClockSource source, std::uint64_t step) {
  switch (source) {
    case code::ClockSource::ClockHigh:
    case code::ClockSource::GlobalTimerHigh:
      return step >> 32U;
    case code::ClockSource::Clock:
    case code::ClockSource::GlobalTimerLow:
      return step & 0xffffffffU;
    default:
      return step;
  }
}

}  // namespace

Next do_clock(Issue& issue) {
  if (issue.machine.footprint != nullptr) issue.machine.footprint->need_order();
  const code::ClockOp& op = issue.machine.code->clocks[issue.op().detail];
  write_lanes(issue, op.result, issue.executed, clock_value(op.source, issue.machine.step));
  return Next::Advance;
}

Next do_active_mask(Issue& issue) {
  if (issue.machine.warp_size != 32) return refuse_warp_size(issue);
  const code::Slot result{issue.op().operands.dst, 4, 32};
  write_lanes(issue, result, issue.executed, issue.active & 0xffffffffU);
  return Next::Advance;
}

Next do_converted(Issue& issue) {
  const code::Op& op = issue.op();
  const code::AluConvert& convert = issue.machine.code->converts[op.detail];
  const auto move = [&](const code::AluConvert::Step& step) {
    for_lanes(issue.executed, [&](int lane) {
      std::uint64_t value = read_lane(issue, step.from, lane);
      if (step.sign) value = code::sign_extended(step.from, value);
      write_lane(issue, step.to, lane, value);
    });
  };
  for (const code::AluConvert::Step& step : convert.before) move(step);
  for (std::uint32_t file = 0; file < issue.machine.files; ++file) {
    isa::LaneWords words;
    isa::expand(static_cast<std::uint32_t>(issue.executed >> (32U * file)), words);
    op.masked(issue.file + std::size_t{file} * issue.machine.code->file_bytes, op.operands, words);
  }
  for (const code::AluConvert::Step& step : convert.after) move(step);
  return Next::Advance;
}

Next do_unsupported(Issue& issue) {
  return stop_unsupported(issue, issue.machine.code->unsupported[issue.op().detail].message);
}

template Next do_branch<Recording::None>(Issue&);
template Next do_branch<Recording::Counters>(Issue&);
template Next do_branch<Recording::Full>(Issue&);
template Next do_indexed_branch<Recording::None>(Issue&);
template Next do_indexed_branch<Recording::Counters>(Issue&);
template Next do_indexed_branch<Recording::Full>(Issue&);

}  // namespace lanescope::machine
