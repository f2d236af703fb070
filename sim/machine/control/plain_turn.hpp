#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "sim/machine/control/barriers.hpp"
#include "sim/machine/control/computing.hpp"
#include "sim/machine/control/control_ops.hpp"
#include "sim/machine/control/spin.hpp"
#include "sim/machine/memory/memory_ops.hpp"
#include "sim/machine/memory/row_access.hpp"

namespace lanescope::machine {

// A group's turn: where it stands, what is counted of it, and what most of its instructions are.
template <Recording R>
class PlainTurn {
 protected:
  // stop: the machine's step at which it has had its turn.
  PlainTurn(Machine& machine, Block& block, Warp& warp, std::uint64_t stop)
      : issue_{machine, block, warp, machine.file_of(block, warp), &warp.groups[warp.current],
               0,       0,     0},
        stop_(stop),
        ops_(machine.code->ops.data()),
        handlers_(handler_table<R>()),
        counted_(issue_.group->pc) {
    let_go_on(issue_.group->lanes);
  }

  void let_go_on(LaneMask lanes) {
    issue_.active = lanes;
    threads_ = count_lanes(lanes);
  }

  // Instructions are counted in runs: all since the last jump that the same lanes executed.
  [[gnu::always_inline]] void count_to(std::uint32_t end) {
    if constexpr (R != Recording::None) {
      if (end > counted_) issue_.counts().add_run(counted_, end, threads_);
    }
    counted_ = end;
  }

  // Somebody wants to hear of every instruction.
  [[nodiscard]] bool watched() const {
    return R == Recording::Full || issue_.warp.undefined || issue_.warp.holds_reads;
  }

  void come_to(std::uint32_t pc, const code::Op& op) {
    issue_.pc = pc;
    issue_.executed = executed_lanes(issue_, op);
  }

  // The instruction has been carried out by `active` lanes. Counts up to it unless the group goes
  // on behind it.
  Next note(Next next, LaneMask active) {
    ++issue_.machine.step;
    if (next == Next::Advance) return next;
    issue_.active = active;  // whoever is left
    count_to(issue_.pc + 1);
    if (next == Next::Jumped) counted_ = issue_.group->pc;
    return next;
  }
  Next carry_out(const code::Op& op) {
    const LaneMask active = issue_.active;
    return note(handlers_[static_cast<std::size_t>(op.kind)](issue_), active);
  }

  // What most instructions are, as long as nothing else comes: computing, branches that all lanes
  // take alike or by which some skip a few instructions, loads and stores, barriers to which the
  // whole warp comes. Stops in front of whatever needs a closer look.
  Next run_plain() {
    if (watched()) return Next::Jumped;
    joins_ = !issue_.warp.joins.empty();
    unwatched_ = is_unwatched(issue_);
    const bool joins = joins_;
    const bool full = issue_.active == issue_.warp.live && issue_.machine.files == 1;
    std::byte* const file = issue_.file;
    std::uint64_t left = stop_ - issue_.machine.step;
    const code::Op* op = ops_ + issue_.group->pc;
    for (;;) {
      if (op->run >= left || (joins && op->is_join)) break;
      if (op->run != 0) {
        const code::Op* const end = op + op->run;
        left -= op->run;
        full ? compute_one_file(issue_, file, op, end) : compute(issue_, op, end);
        op = end;
        continue;
      }
      const code::Op* to = nullptr;
      if (op->kind == code::HandlerKind::Branch) to = branch(op, joins);
      if (to != nullptr && to > op) {
        --left;
        op = to;
        continue;
      }
      Next next = Next::Jumped;
      if (to != nullptr)
        next = go_back(to, left);
      else if (!carry_out_plain(op, left, next))
        break;
      if (next > Next::Jumped) return next;
      op = ops_ + issue_.group->pc;
      left = stop_ - issue_.machine.step;
      if (watched()) break;
    }
    stand_at(op, left);
    return Next::Jumped;
  }

  Issue issue_;
  std::uint64_t stop_;
  const code::Op* ops_;
  const Handler* handlers_;
  std::uint32_t counted_;  // from here on nothing is counted yet
  int threads_ = 0;        // active ones

 private:
  [[nodiscard]] std::uint32_t pc_of(const code::Op* op) const {
    return static_cast<std::uint32_t>(op - ops_);
  }

  // So much of its turn is left.
  void stand_at(const code::Op* op, std::uint64_t left) {
    issue_.group->pc = pc_of(op);
    issue_.machine.step = stop_ - left;
  }

  // Where the lanes go on. Null: they part, or may have to meet others.
  [[gnu::always_inline]] const code::Op* branch(const code::Op* op, bool joins) {
    const code::BranchOp& branch = issue_.machine.code->branches[op->detail];
    const std::uint32_t pc = pc_of(op);
    issue_.pc = pc;
    const LaneMask taken = executed_lanes(issue_, *op);
    if (branch.conditional) {
      if (joins || (taken != 0 && taken != issue_.active)) return nullptr;
      if constexpr (R != Recording::None) ++issue_.counts().by_pc[pc].branches;
    }
    if (taken == 0) return op + 1;
    count_to(pc + 1);
    counted_ = branch.target;
    return ops_ + branch.target;
  }

  Next go_back(const code::Op* to, std::uint64_t left) {
    stand_at(to, left - 1);
    return backward_branch(issue_);
  }

  // A load, a store, a barrier, or a branch by which lanes part for a moment. False: it needs a
  // closer look.
  bool carry_out_plain(const code::Op* op, std::uint64_t left, Next& next) {
    const std::uint32_t pc = pc_of(op);
    switch (op->kind) {
      case code::HandlerKind::Branch:
        if (joins_ || !unwatched_) return false;
        next = skip(op, pc, left);
        return next != Next::Reselect;
      case code::HandlerKind::Load:
      case code::HandlerKind::Store:
        next = access(op, pc, left);
        break;
      case code::HandlerKind::Barrier:
        if (issue_.active != issue_.warp.live) return false;
        stand_at(op, left);
        come_to(pc, *op);
        next = carry_out(*op);
        break;
      default:
        return false;
    }
    if (next == Next::Advance) ++issue_.group->pc;
    return true;
  }

  Next access(const code::Op* op, std::uint32_t pc, std::uint64_t left) {
    come_to(pc, *op);
    const code::MemoryOp& memory = issue_.machine.code->memory[op->detail];
    const bool loads = op->kind == code::HandlerKind::Load;
    const bool at_once = unwatched_ && issue_.executed != 0 &&
                         (loads ? load_row<R>(issue_, memory) : store_row<R>(issue_, memory));
    stand_at(op, at_once ? left - 1 : left);
    if (at_once) return Next::Advance;
    const LaneMask active = issue_.active;
    return note(loads ? load_any<R>(issue_) : store_any<R>(issue_), active);
  }

  // A branch by which some lanes skip what the others do, up to where all meet: as if they had
  // parted and met again. Reselect: it is none, and nothing has happened.
  Next skip(const code::Op* op, std::uint32_t pc, std::uint64_t left) {
    const code::BranchOp& branch = issue_.machine.code->branches[op->detail];
    if (!branch.skips || branch.target - pc >= left || issue_.warp.groups.size() != 1 ||
        issue_.machine.spec->policy == engine::Policy::MinPc)
      return Next::Reselect;
    const LaneMask all = issue_.active, taken = executed_lanes(issue_, *op);
    if constexpr (R != Recording::None) {
      ++issue_.counts().by_pc[pc].branches;
      ++issue_.counts().by_pc[pc].divergent_branches;
    }
    count_to(pc + 1);
    --left;
    let_go_on(all & ~taken);
    const code::Op* const end = ops_ + branch.target;
    for (++op; op != end;) {
      if (op->run != 0) {
        compute(issue_, op, op + op->run);
        left -= op->run;
        op += op->run;
      } else if (access(op, pc_of(op), left) == Next::Advance) {
        --left;
        ++op;
      } else {
        part_late(issue_, pc, all, taken);
        return Next::Stop;
      }
    }
    count_to(branch.target);
    let_go_on(all);
    issue_.group->spin = {};
    stand_at(op, left);
    return Next::Jumped;
  }

  bool joins_ = false, unwatched_ = false;  // as long as nothing but plain instructions come
};

}  // namespace lanescope::machine
