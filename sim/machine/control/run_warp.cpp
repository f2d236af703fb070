#include "sim/machine/control/run_warp.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "sim/machine/control/barriers.hpp"
#include "sim/machine/control/divergence.hpp"
#include "sim/machine/control/spin.hpp"
#include "sim/machine/control/stragglers.hpp"
#include "sim/machine/control/warp_sync.hpp"
#include "sim/machine/definedness/watch.hpp"
#include "sim/machine/held_reads.hpp"
#include "sim/machine/lane_file.hpp"

namespace lanescope::machine {
namespace {

[[nodiscard]] inline isa::LaneWords words_of(const Issue& issue, LaneMask lanes) {
  isa::LaneWords words;
  issue.machine.requests->expand(static_cast<std::uint32_t>(lanes), words.word.data());
  return words;
}

[[nodiscard]] inline LaneMask executed_lanes(const Issue& issue, const code::Op& op) {
  if (op.guard == code::kNoSlot) return issue.active;
  return issue.active & predicate_mask(issue.machine, issue.file, op.guard, op.guard_negated);
}

void execute_guarded(const Issue& issue, const code::Op& op) {
  const LaneMask lanes = executed_lanes(issue, op);
  op.masked(issue.file, op.operands, words_of(issue, lanes));
  if (issue.machine.files != 2) return;
  op.masked(issue.file + issue.machine.code->file_bytes, op.operands,
            words_of(issue, lanes >> 32U));
}

// A run of instructions that only compute, all lanes of the warp active.
void run_full(const Issue& issue, const code::Op* op, const code::Op* end) {
  std::byte* const file = issue.file;
  const bool two = issue.machine.files == 2;
  for (; op != end; ++op) {
    if (op->guard != code::kNoSlot) {
      execute_guarded(issue, *op);
      continue;
    }
    op->full(file, op->operands);
    if (two) op->full(file + issue.machine.code->file_bytes, op->operands);
  }
}

void run_masked(const Issue& issue, const code::Op* op, const code::Op* end) {
  const bool two = issue.machine.files == 2;
  const isa::LaneWords low = words_of(issue, issue.active);
  const isa::LaneWords high = two ? words_of(issue, issue.active >> 32U) : isa::LaneWords{};
  for (; op != end; ++op) {
    if (op->guard != code::kNoSlot) {
      execute_guarded(issue, *op);
      continue;
    }
    op->masked(issue.file, op->operands, low);
    if (two) op->masked(issue.file + issue.machine.code->file_bytes, op->operands, high);
  }
}

template <Recording R>
void tell_step(const Issue& issue, std::uint32_t pc, LaneMask executed) {
  issue.block.listeners.tell(events::Step{MachineStep{issue.machine.step}, issue.block.index,
                                          WarpIndex{issue.warp.index}, Pc{pc}, issue.active,
                                          executed});
}

void run_unwatched(const Issue& issue, const code::Op* op, const code::Op* end) {
  issue.active == issue.warp.live ? run_full(issue, op, end) : run_masked(issue, op, end);
}

// One by one, for whoever wants to hear of each.
template <Recording R>
void run_watched(Issue& issue, std::uint32_t pc, const code::Op* op, const code::Op* end) {
  for (; op != end; ++op, ++pc, ++issue.machine.step) {
    if constexpr (R == Recording::Full) tell_step<R>(issue, pc, executed_lanes(issue, *op));
    if (issue.warp.undefined) watch_computing(issue, pc, executed_lanes(issue, *op));
    if (issue.warp.holds_reads) decide_held_reads(issue, pc);
    run_unwatched(issue, op, op + 1);
  }
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
    issue_.active = issue_.group->lanes;
    counted_ = issue_.group->pc;
    for (;;) {
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
      const Next next = op.run != 0                            ? compute(pc, op)
                        : op.kind == code::HandlerKind::Branch ? branch(pc, op)
                                                               : issue(pc, op);
      if (next != Next::Jumped) return next;
    }
  }

 private:
  // Instructions are counted in runs: all since the last jump that the same lanes executed.
  void count_to(std::uint32_t end) {
    if constexpr (R != Recording::None) {
      if (end > counted_) {
        issue_.counts().add_run(counted_, end - counted_, count_lanes(issue_.active));
      }
    }
    counted_ = end;
  }

  // Somebody wants to hear of every instruction.
  [[nodiscard]] bool watched() const {
    return R == Recording::Full || issue_.warp.undefined || issue_.warp.holds_reads;
  }

  // A run of instructions that only compute.
  Next compute(std::uint32_t pc, const code::Op& op) {
    const std::uint64_t left = stop_ - issue_.machine.step;
    const std::uint64_t length = one_by_one_ ? 1 : std::min(std::uint64_t{op.run}, left);
    if (watched()) {
      run_watched<R>(issue_, pc, &op, &op + length);
    } else {
      issue_.machine.step += length;
      run_unwatched(issue_, &op, &op + length);
    }
    issue_.group->pc = pc + static_cast<std::uint32_t>(length);
    if (!one_by_one_) return Next::Jumped;
    count_to(issue_.group->pc);
    return Next::Reselect;
  }

  // The usual branch at once: all lanes take it alike, and none waits for others.
  Next branch(std::uint32_t pc, const code::Op& op) {
    if (one_by_one_ || watched() || !issue_.warp.joins.empty()) return issue(pc, op);
    const LaneMask taken = executed_lanes(issue_, op);
    if (taken != 0 && taken != issue_.active) return issue(pc, op);
    const code::BranchOp& branch = issue_.machine.code->branches[op.detail];
    if constexpr (R != Recording::None) {
      if (branch.conditional) ++issue_.counts().by_pc[pc].branches;
    }
    ++issue_.machine.step;
    if (taken == 0) {
      issue_.group->pc = pc + 1;
      return Next::Jumped;
    }
    count_to(pc + 1);
    issue_.group->pc = counted_ = branch.target;
    if (branch.target > pc) return Next::Jumped;
    issue_.pc = pc;
    return backward_branch(issue_);
  }

  // Any instruction.
  Next issue(std::uint32_t pc, const code::Op& op) {
    issue_.pc = pc;
    if (op.kind == code::HandlerKind::WarpSync || op.kind == code::HandlerKind::MatrixMove) {
      count_to(pc);
      if (!warp_sync_ready(issue_)) return Next::Reselect;
      issue_.active = issue_.group->lanes;
    }
    if (op.kind == code::HandlerKind::Barrier && issue_.active != issue_.warp.live &&
        others_go_first(issue_)) {
      count_to(pc);
      return Next::Reselect;
    }
    issue_.executed = executed_lanes(issue_, op);
    const LaneMask active = issue_.active;
    if constexpr (R == Recording::Full) tell_step<R>(issue_, pc, issue_.executed);
    if (issue_.warp.undefined) watch_operands(issue_);
    if (issue_.warp.holds_reads) decide_held_reads(issue_, pc);
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
