#include "sim/machine/control/run_warp.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "sim/machine/control/divergence.hpp"
#include "sim/machine/control/plain_turn.hpp"
#include "sim/machine/control/spin.hpp"
#include "sim/machine/control/stragglers.hpp"
#include "sim/machine/control/warp_sync.hpp"
#include "sim/machine/definedness/watch.hpp"
#include "sim/machine/held_reads.hpp"
#include "sim/machine/lane_file.hpp"

namespace lanescope::machine {
namespace {

template <Recording R>
void tell_step(const Issue& issue, std::uint32_t pc, LaneMask executed) {
  issue.block.listeners.tell(events::Step{MachineStep{issue.machine.step}, issue.block.index,
                                          WarpIndex{issue.warp.index}, Pc{pc}, issue.active,
                                          executed});
}

// Computing of which nobody but listeners wants to hear.
void run_told(Issue& issue, std::uint32_t pc, const code::Op* op, const code::Op* end) {
  events::Step step{MachineStep{issue.machine.step},
                    issue.block.index,
                    WarpIndex{issue.warp.index},
                    Pc{pc},
                    issue.active,
                    issue.active};
  compute_watched(issue, op, end, [&](const code::Op& next) {
    step.executed = executed_lanes(issue, next);
    issue.block.listeners.tell(step);
    ++step.pc.value;
    step.machine_step.value = ++issue.machine.step;
  });
}

template <Recording R>
void run_watched(Issue& issue, std::uint32_t pc, const code::Op* op, const code::Op* end) {
  if (R == Recording::Full && !issue.warp.undefined && !issue.warp.holds_reads)
    return run_told(issue, pc, op, end);
  compute_watched(issue, op, end, [&](const code::Op& next) {
    if constexpr (R == Recording::Full) tell_step<R>(issue, pc, executed_lanes(issue, next));
    if (issue.warp.undefined) watch_computing(issue, pc, executed_lanes(issue, next));
    if (issue.warp.holds_reads && next.settles_reads)
      settle_held_reads(issue, pc, executed_lanes(issue, next));
    ++pc;
    ++issue.machine.step;
  });
}

SliceEnd end_of(const Warp& warp) {
  return warp.live == 0 ? SliceEnd::Finished : SliceEnd::Blocked;
}

// Runs one group until it stops being the warp's choice.
template <Recording R>
class GroupRun : private PlainTurn<R> {
  using Turn = PlainTurn<R>;
  using Turn::issue_, Turn::stop_, Turn::ops_, Turn::counted_;
  using Turn::run_plain, Turn::count_to, Turn::let_go_on, Turn::come_to, Turn::carry_out;

 public:
  // stop: the machine's step at which it has had its turn.
  GroupRun(Machine& machine, Block& block, Warp& warp, std::uint64_t stop)
      : Turn(machine, block, warp, stop),
        one_by_one_(machine.spec->policy == engine::Policy::MinPc && warp.groups.size() > 1) {}

  // Advance when its turn is over; Reselect when a group has to be chosen again.
  Next run() {
    for (;;) {
      if (const Next next = one_by_one_ ? Next::Jumped : run_plain(); next != Next::Jumped)
        return next;
      const std::uint32_t pc = issue_.group->pc;
      const code::Op& op = ops_[pc];
      if (op.is_join && !issue_.warp.joins.empty() && arrive_at_join(issue_)) {
        count_to(pc);
        return Next::Reselect;
      }
      if (issue_.machine.step == stop_) {
        count_to(pc);
        return Next::Advance;
      }
      const Next next = op.run != 0 ? compute_run(pc, op) : issue(pc, op);
      if (next != Next::Jumped) return next;
    }
  }

 private:
  // A run of instructions that only compute.
  Next compute_run(std::uint32_t pc, const code::Op& op) {
    const std::uint64_t left = stop_ - issue_.machine.step;
    const std::uint64_t length = one_by_one_ ? 1 : std::min(std::uint64_t{op.run}, left);
    run_watched<R>(issue_, pc, &op, &op + length);
    issue_.group->pc = pc + static_cast<std::uint32_t>(length);
    if (!one_by_one_) return Next::Jumped;
    count_to(issue_.group->pc);
    return Next::Reselect;
  }

  // Any instruction.
  Next issue(std::uint32_t pc, const code::Op& op) {
    issue_.pc = pc;
    if (op.kind == code::HandlerKind::WarpSync || op.kind == code::HandlerKind::MatrixMove) {
      count_to(pc);
      if (!warp_sync_ready(issue_)) return Next::Reselect;
      let_go_on(issue_.group->lanes);
    }
    const bool barrier =
        op.kind == code::HandlerKind::Barrier || op.kind == code::HandlerKind::ClusterBarrier;
    if (barrier && issue_.active != issue_.warp.live && others_go_first(issue_)) {
      count_to(pc);
      return Next::Reselect;
    }
    come_to(pc, op);
    if constexpr (R == Recording::Full) tell_step<R>(issue_, pc, issue_.executed);
    if (issue_.warp.undefined) watch_operands(issue_);
    if (issue_.warp.holds_reads && op.settles_reads) settle_held_reads(issue_, pc, issue_.executed);
    const Next next = carry_out(op);
    if (next == Next::Advance) ++issue_.group->pc;
    if (one_by_one_ && next == Next::Advance) count_to(pc + 1);
    if (one_by_one_ && next <= Next::Jumped) return Next::Reselect;
    return next == Next::Advance ? Next::Jumped : next;
  }

  bool one_by_one_;
};

}  // namespace

template <Recording R>
SliceEnd run_warp(Machine& machine, Block& block, Warp& warp, std::uint64_t budget) {
  const std::uint64_t stop = machine.step + budget;
  while (machine.running()) {
    if (machine.spec->policy == engine::Policy::MinPc) merge_ready_groups(machine, warp);
    if (!warp.chosen && !select_group(machine, warp)) return end_of(warp);
    if (machine.step == stop) return SliceEnd::Budget;
    warp.chosen = true;
    const Next next = GroupRun<R>(machine, block, warp, stop).run();
    if (next == Next::Reselect || next == Next::Waits) warp.chosen = false;
    if (next == Next::Waits) return SliceEnd::Blocked;
    if (next != Next::Spin) continue;
    const SpinChoice choice = after_spin(machine, warp);
    if (choice == SpinChoice::Stay) continue;
    warp.chosen = false;
    if (choice == SpinChoice::LeaveProven) return SliceEnd::Spin;
    return choice == SpinChoice::LeaveLong ? SliceEnd::LongLoop : SliceEnd::Yield;
  }
  return SliceEnd::Stopped;
}

template SliceEnd run_warp<Recording::None>(Machine&, Block&, Warp&, std::uint64_t);
template SliceEnd run_warp<Recording::Counters>(Machine&, Block&, Warp&, std::uint64_t);
template SliceEnd run_warp<Recording::Full>(Machine&, Block&, Warp&, std::uint64_t);

}  // namespace lanescope::machine
