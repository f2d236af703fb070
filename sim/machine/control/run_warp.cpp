#include "sim/machine/control/run_warp.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "sim/machine/control/computing.hpp"
#include "sim/machine/control/divergence.hpp"
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

template <Recording R>
void run_watched(Issue& issue, std::uint32_t pc, const code::Op* op, const code::Op* end) {
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
class GroupRun {
 public:
  // stop: the machine's step at which it has had its turn.
  GroupRun(Machine& machine, Block& block, Warp& warp, std::uint64_t stop)
      : issue_{machine, block, warp, machine.file_of(block, warp), &warp.groups[warp.current],
               0,       0,     0},
        stop_(stop),
        ops_(machine.code->ops.data()),
        handlers_(handler_table<R>()),
        one_by_one_(machine.spec->policy == engine::Policy::MinPc && warp.groups.size() > 1) {}

  // Advance when its turn is over; Reselect when a group has to be chosen again.
  Next run() {
    let_go_on(issue_.group->lanes);
    counted_ = issue_.group->pc;
    for (;;) {
      if (const Next next = run_plain(); next != Next::Jumped) return next;
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
  void let_go_on(LaneMask lanes) {
    issue_.active = lanes;
    threads_ = count_lanes(lanes);
  }

  // Instructions are counted in runs: all since the last jump that the same lanes executed.
  void count_to(std::uint32_t end) {
    if constexpr (R != Recording::None) {
      if (end > counted_) issue_.counts().add_run(counted_, end - counted_, threads_);
    }
    counted_ = end;
  }

  // Somebody wants to hear of every instruction.
  [[nodiscard]] bool watched() const {
    return R == Recording::Full || issue_.warp.undefined || issue_.warp.holds_reads;
  }

  // What most instructions are, as long as nothing else comes: computing, and branches that all
  // lanes take alike. Stops in front of whatever needs a closer look.
  Next run_plain() {
    if (one_by_one_ || watched()) return Next::Jumped;
    const bool joins = !issue_.warp.joins.empty();
    std::uint64_t left = stop_ - issue_.machine.step;
    std::uint32_t pc = issue_.group->pc;
    Next next = Next::Jumped;
    while (next == Next::Jumped) {
      const code::Op& op = ops_[pc];
      if (op.run >= left || (joins && op.is_join)) break;
      if (op.run != 0) {
        compute(issue_, &op, &op + op.run);
        left -= op.run;
        pc += op.run;
        continue;
      }
      if (op.kind != code::HandlerKind::Branch) break;
      const code::BranchOp& branch = issue_.machine.code->branches[op.detail];
      const LaneMask taken = executed_lanes(issue_, op);
      if (branch.conditional && (joins || (taken != 0 && taken != issue_.active))) break;
      if constexpr (R != Recording::None) {
        if (branch.conditional) ++issue_.counts().by_pc[pc].branches;
      }
      --left;
      issue_.pc = pc++;
      if (taken == 0) continue;
      count_to(pc);
      pc = counted_ = branch.target;
      if (pc > issue_.pc) continue;
      issue_.group->pc = pc;
      next = backward_branch(issue_);
    }
    issue_.group->pc = pc;
    issue_.machine.step = stop_ - left;
    return next;
  }

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
    issue_.executed = executed_lanes(issue_, op);
    const LaneMask active = issue_.active;
    if constexpr (R == Recording::Full) tell_step<R>(issue_, pc, issue_.executed);
    if (issue_.warp.undefined) watch_operands(issue_);
    if (issue_.warp.holds_reads && op.settles_reads) settle_held_reads(issue_, pc, issue_.executed);
    const Next next = handlers_[static_cast<std::size_t>(op.kind)](issue_);
    ++issue_.machine.step;
    if (next == Next::Advance && !one_by_one_) {
      ++issue_.group->pc;
      return Next::Jumped;
    }
    issue_.active = active;  // those that issued, whoever is left
    count_to(pc + 1);
    if (next == Next::Advance) ++issue_.group->pc;
    if (next == Next::Jumped) counted_ = issue_.group->pc;
    return one_by_one_ && next <= Next::Jumped ? Next::Reselect : next;
  }

  Issue issue_;
  std::uint64_t stop_;
  const code::Op* ops_;
  const Handler* handlers_;
  std::uint32_t counted_ = 0;  // from here on nothing is counted yet
  int threads_ = 0;            // active ones
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
    if (next == Next::Reselect) warp.chosen = false;
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
