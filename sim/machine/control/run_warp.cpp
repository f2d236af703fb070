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

void execute_masked(const Issue& issue, const code::Op& op, LaneMask lanes) {
  isa::LaneWords words;
  isa::expand(static_cast<std::uint32_t>(lanes), words);
  op.masked(issue.file, op.operands, words);
  if (issue.machine.files != 2) return;
  isa::expand(static_cast<std::uint32_t>(lanes >> 32U), words);
  op.masked(issue.file + issue.machine.code->file_bytes, op.operands, words);
}

[[nodiscard]] inline LaneMask executed_lanes(const Issue& issue, const code::Op& op) {
  if (op.guard == code::kNoSlot) return issue.active;
  return issue.active & predicate_mask(issue.machine, issue.file, op.guard, op.guard_negated);
}

// A run of instructions that only compute, all lanes of the warp active.
void run_full(const Issue& issue, const code::Op* op, const code::Op* end) {
  std::byte* const file = issue.file;
  std::byte* const second =
      issue.machine.files == 2 ? file + issue.machine.code->file_bytes : nullptr;
  for (; op != end; ++op) {
    if (op->guard == code::kNoSlot) {
      op->full(file, op->operands);
      if (second != nullptr) op->full(second, op->operands);
    } else {
      execute_masked(issue, *op, executed_lanes(issue, *op));
    }
  }
}

void run_masked(const Issue& issue, const code::Op* op, const code::Op* end) {
  isa::LaneWords low, high;
  isa::expand(static_cast<std::uint32_t>(issue.active), low);
  if (issue.machine.files == 2) isa::expand(static_cast<std::uint32_t>(issue.active >> 32U), high);
  for (; op != end; ++op) {
    if (op->guard != code::kNoSlot) {
      execute_masked(issue, *op, executed_lanes(issue, *op));
      continue;
    }
    op->masked(issue.file, op->operands, low);
    if (issue.machine.files == 2)
      op->masked(issue.file + issue.machine.code->file_bytes, op->operands, high);
  }
}

template <Recording R>
void tell_step(const Issue& issue, std::uint32_t pc, LaneMask executed) {
  issue.block.listeners.tell(events::Step{MachineStep{issue.machine.step}, issue.block.index,
                                          WarpIndex{issue.warp.index}, Pc{pc}, issue.active,
                                          executed});
}

template <Recording R>
void run_computing(Issue& issue, std::uint32_t pc, std::uint64_t length) {
  Machine& machine = issue.machine;
  const code::Op* op = &machine.code->ops[pc];
  const bool full = issue.active == issue.warp.live;
  if (R == Recording::Full || issue.warp.undefined || issue.warp.holds_reads) {
    for (std::uint64_t i = 0; i < length; ++i, ++machine.step) {
      const std::uint32_t at = pc + static_cast<std::uint32_t>(i);
      if constexpr (R == Recording::Full) tell_step<R>(issue, at, executed_lanes(issue, op[i]));
      if (issue.warp.undefined) watch_computing(issue, at, executed_lanes(issue, op[i]));
      if (issue.warp.holds_reads && op[i].settles_reads)
        settle_held_reads(issue, at, executed_lanes(issue, op[i]));
      full ? run_full(issue, op + i, op + i + 1) : run_masked(issue, op + i, op + i + 1);
    }
  } else {
    full ? run_full(issue, op, op + length) : run_masked(issue, op, op + length);
    machine.step += length;
  }
}

SliceEnd end_of(const Warp& warp) {
  return warp.live == 0 ? SliceEnd::Finished : SliceEnd::Blocked;
}

// Runs one group until it stops being the warp's choice.
template <Recording R>
class GroupRun {
 public:
  GroupRun(Machine& machine, Block& block, Warp& warp, std::uint64_t& budget)
      : issue_{machine, block, warp, machine.file_of(block, warp), &warp.groups[warp.current],
               0,       0,     0},
        budget_(budget),
        ops_(machine.code->ops.data()),
        handlers_(handler_table<R>()),
        one_by_one_(machine.spec->policy == engine::Policy::MinPc && warp.groups.size() > 1) {}

  // Advance when the budget is used up; Reselect when a group has to be chosen again.
  Next run() {
    issue_.active = issue_.group->lanes;
    counted_ = issue_.group->pc;
    for (;;) {
      const std::uint32_t pc = issue_.group->pc;
      if (ops_[pc].is_join && !issue_.warp.joins.empty() && arrive_at_join(issue_)) {
        count_to(pc);
        return Next::Reselect;
      }
      if (budget_ == 0) {
        count_to(pc);
        return Next::Advance;
      }
      const Next next = ops_[pc].run != 0 ? compute(pc) : issue(pc);
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

  // A run of instructions that only compute.
  Next compute(std::uint32_t pc) {
    const std::uint64_t length = one_by_one_ ? 1 : std::min(std::uint64_t{ops_[pc].run}, budget_);
    run_computing<R>(issue_, pc, length);
    issue_.group->pc = pc + static_cast<std::uint32_t>(length);
    budget_ -= length;
    if (!one_by_one_) return Next::Jumped;
    count_to(issue_.group->pc);
    return Next::Reselect;
  }

  // Any other instruction.
  Next issue(std::uint32_t pc) {
    issue_.pc = pc;
    const code::Op& op = ops_[pc];
    if (op.kind == code::HandlerKind::WarpSync || op.kind == code::HandlerKind::MatrixMove) {
      count_to(pc);
      if (!warp_sync_ready(issue_)) return Next::Reselect;
      issue_.active = issue_.group->lanes;
    }
    if (op.kind == code::HandlerKind::Barrier && others_go_first(issue_)) {
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
    --budget_;
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
  std::uint64_t& budget_;
  const code::Op* ops_;
  const Handler* handlers_;
  std::uint32_t counted_ = 0;  // from here on nothing is counted yet
  bool one_by_one_;
};

}  // namespace

template <Recording R>
SliceEnd run_warp(Machine& machine, Block& block, Warp& warp, std::uint64_t budget) {
  while (machine.running()) {
    if (machine.spec->policy == engine::Policy::MinPc) merge_ready_groups(machine, warp);
    if (!warp.chosen && !select_group(machine, warp)) return end_of(warp);
    if (budget == 0) return SliceEnd::Budget;
    warp.chosen = true;
    const Next next = GroupRun<R>(machine, block, warp, budget).run();
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
