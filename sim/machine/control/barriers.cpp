#include "sim/machine/control/barriers.hpp"

#include <algorithm>
#include <bit>

#include "sim/machine/control/divergence.hpp"
#include "sim/machine/faults.hpp"
#include "sim/machine/lane_file.hpp"
#include "sim/machine/races.hpp"

namespace lanescope::machine {
namespace {

using Mode = code::BarrierOp::Mode;

std::uint64_t reduced(const BarrierState& state, Mode mode) {
  switch (mode) {
    case Mode::Popc:
      return state.count;
    case Mode::And:
      return state.count == state.voters ? 1 : 0;
    case Mode::Or:
      return state.count != 0 ? 1 : 0;
    default:
      return 0;
  }
}

// All waiting lanes of the barrier go on behind it, and those that stand together are one group.
void release(Machine& machine, Block& block, std::uint32_t number) {
  BarrierState& state = block.barriers[number];
  if (machine.races) order_release(machine, block, number);
  const code::Op* const ops = machine.code->ops.data();
  const code::BarrierOp* const barriers = machine.code->barriers.data();
  for (Warp& warp : block.warps) {
    bool woken = false;
    for (LaneGroup& group : warp.groups) {
      if (group.status != Group::Status::AtBarrier || group.barrier != number) continue;
      const code::BarrierOp& op = barriers[ops[group.pc].detail];
      if (op.result.used()) {
        const Issue issue{machine, block,    warp,        machine.file_of(block, warp),
                          &group,  group.pc, group.lanes, group.lanes};
        write_lanes(issue, op.result, group.lanes, reduced(state, op.mode));
      }
      group.status = Group::Status::Ready;
      group.spin = kFreshSpin;
      ++group.pc;
      woken = true;
    }
    if (woken && warp.groups.size() > 1) merge_ready_groups(machine, warp);
  }
  state = {};
  block.listeners.tell(events::BarrierRelease{block.index, number});
}

bool complete(const Block& block, const BarrierState& state) {
  return state.active &&
         state.arrived >= (state.expected == 0 ? block.live_threads : state.expected);
}

std::uint32_t arriving(const Issue& issue, const code::BarrierOp& op, LaneMask lanes) {
  const bool whole_warp =
      lanes == issue.warp.live || issue.machine.spec->policy == engine::Policy::Ipdom;
  // A count is given in whole warps: lanes that don't exist or have exited count with the others.
  if (whole_warp && op.threads.used()) return static_cast<std::uint32_t>(issue.machine.warp_size);
  return static_cast<std::uint32_t>(count_lanes(whole_warp ? issue.warp.live : lanes));
}

void vote(const Issue& issue, const code::BarrierOp& op, BarrierState& state, LaneMask lanes) {
  if (!op.predicate.used()) return;
  const LaneMask votes =
      lanes & predicate_mask(issue.machine, issue.file, op.predicate.offset, op.predicate_negated);
  state.count += static_cast<std::uint32_t>(count_lanes(votes));
  state.voters += static_cast<std::uint32_t>(count_lanes(lanes));
}

// The lanes with the first lane's barrier number; the others come again.
LaneMask same_number(const Issue& issue, const code::BarrierOp& op, LaneMask lanes,
                     std::uint64_t number) {
  if (op.number != code::kNoSlot) return lanes;
  LaneMask same = 0;
  for_lanes(lanes, [&](int lane) {
    if (read_lane(issue, op.barrier, lane) == number)
      same |= LaneMask{1} << static_cast<unsigned>(lane);
  });
  return same;
}

void keep_group(Issue& issue, LaneMask lanes) {
  for (LaneGroup& group : issue.warp.groups) {
    if ((group.lanes & lanes) == lanes) issue.group = &group;
  }
}

// Counts `lanes` in at barrier `number`; its first lanes say how many threads it waits for.
BarrierState& arrive(const Issue& issue, const code::BarrierOp& op, std::uint64_t number,
                     LaneMask lanes) {
  BarrierState& state = issue.block.barriers[number];
  if (!state.active) {
    state.active = true;
    const int first = std::countr_zero(lanes);
    state.expected =
        op.threads.used() ? static_cast<std::uint32_t>(read_lane(issue, op.threads, first)) : 0;
  }
  vote(issue, op, state, lanes);
  state.arrived += arriving(issue, op, lanes);
  if (issue.machine.races) {
    // Under ipdom a group stands for its warp.
    const bool whole = issue.machine.spec->policy == engine::Policy::Ipdom;
    order_arrival(issue, static_cast<std::uint32_t>(number), whole ? issue.warp.live : lanes,
                  op.mode != Mode::Arrive);
  }
  return state;
}

}  // namespace

void part_others(Issue& issue, LaneMask lanes) {
  const std::uint32_t next = issue.pc + 1;
  const std::uint32_t scope = issue.machine.code->loop_of_pc[issue.pc];
  const auto depth = static_cast<std::uint32_t>(issue.group->frames.size());
  if (const LaneMask others = issue.executed & ~lanes; others != 0) {
    split_group(issue, {others, issue.pc, issue.pc, next, depth, scope});
    keep_group(issue, lanes);
  }
  if (const LaneMask passing = issue.group->lanes & ~lanes; passing != 0) {
    split_group(issue, {passing, next, issue.pc, next, depth, scope});
    keep_group(issue, lanes);
  }
}

void recheck_barriers(Machine& machine, Block& block) {
  for (std::uint32_t number = 0; number < kBarriers; ++number) {
    const BarrierState& state = block.barriers[number];
    if (state.active && state.expected == 0 && complete(block, state))
      release(machine, block, number);
  }
}

namespace {

// bar.sync of the whole block, to which the whole warp comes together.
bool is_plain(const Issue& issue, const code::BarrierOp& op) {
  return op.mode == Mode::Sync && op.number < kBarriers && !op.threads.used() &&
         issue.executed == issue.warp.live && issue.machine.races == nullptr;
}

[[gnu::noinline]] void tell_waits(const Issue& issue, std::uint32_t number) {
  tell_wait(issue.block, issue.warp, issue.executed, events::WaitReason::Barrier, number);
}

[[gnu::noinline]] Next go_on_behind(Issue& issue, std::uint32_t number) {
  release(issue.machine, issue.block, number);
  return Next::Jumped;  // the warp's only group, since all its lanes were there
}

[[gnu::always_inline]] inline Next wait_at_plain(Issue& issue, std::uint32_t number) {
  BarrierState& state = issue.block.barriers[number];
  state.active = true;
  state.arrived += static_cast<std::uint32_t>(count_lanes(issue.executed));
  issue.group->status = Group::Status::AtBarrier;
  issue.group->barrier = number;
  if (!issue.block.listeners.empty()) tell_waits(issue, number);
  return complete(issue.block, state) ? go_on_behind(issue, number) : Next::Waits;
}

Next wait_at_any(Issue& issue, const code::BarrierOp& op) {
  if (op.aligned && issue.executed != issue.warp.live && !issue.warp.forced)
    report_barrier_divergence(issue);
  if (issue.executed == 0) return Next::Advance;
  const int first = std::countr_zero(issue.executed);
  const std::uint64_t number =
      op.number != code::kNoSlot ? op.number : read_lane(issue, op.barrier, first);
  if (number >= kBarriers) return fault_bad_barrier(issue, number);
  const LaneMask lanes = same_number(issue, op, issue.executed, number);
  if (lanes != issue.active) part_others(issue, lanes);
  const BarrierState& state = arrive(issue, op, number, lanes);
  const auto id = static_cast<std::uint32_t>(number);
  if (op.mode == Mode::Arrive) {
    ++issue.group->pc;
  } else {
    issue.group->status = Group::Status::AtBarrier;
    issue.group->barrier = id;
    tell_wait(issue.block, issue.warp, lanes, events::WaitReason::Barrier, id);
  }
  if (complete(issue.block, state)) release(issue.machine, issue.block, id);
  return Next::Reselect;
}

}  // namespace

template <Recording R>
Next do_barrier(Issue& issue) {
  const code::BarrierOp& op = issue.machine.code->barriers[issue.op().detail];
  if constexpr (R != Recording::None) ++issue.counts().by_pc[issue.pc].barriers;
  return is_plain(issue, op) ? wait_at_plain(issue, op.number) : wait_at_any(issue, op);
}

template Next do_barrier<Recording::None>(Issue&);
template Next do_barrier<Recording::Counters>(Issue&);
template Next do_barrier<Recording::Full>(Issue&);

}  // namespace lanescope::machine
