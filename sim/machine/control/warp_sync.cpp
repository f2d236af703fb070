#include "sim/machine/control/warp_sync.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "sim/machine/control/divergence.hpp"
#include "sim/machine/control/exchange.hpp"
#include "sim/machine/faults.hpp"
#include "sim/machine/lane_file.hpp"

namespace lanescope::machine {
namespace {

using Status = Group::Status;

const code::WarpSyncOp& op_of(const Machine& machine, std::uint32_t pc) {
  return machine.code->warp_syncs[machine.code->ops[pc].detail];
}

// The member mask as each lane gives it. Compilers pass it in a register, so lanes may differ (the
// tiles of a cooperative group do).
LaneMask named_lanes(const Issue& issue, const code::WarpSyncOp& op, LaneMask lanes) {
  if (!op.has_mask) return lanes;
  LaneMask named = 0;
  for_lanes(lanes, [&](int lane) { named |= read_lane(issue, op.mask, lane); });
  return named & 0xffffffffU;
}

LaneMask missing_lanes(const Issue& issue, const code::WarpSyncOp& op, LaneMask lanes,
                       LaneMask present) {
  return named_lanes(issue, op, lanes) & issue.warp.live & ~present;
}

void check_masks(Issue& issue, const code::WarpSyncOp& op) {
  if (!op.has_mask) return;
  const LaneMask lanes = issue.active;
  LaneMask outside = 0, different = 0;
  for_lanes(lanes, [&](int lane) {
    const std::uint64_t mask = read_lane(issue, op.mask, lane);
    const LaneMask bit = LaneMask{1} << static_cast<unsigned>(lane);
    if ((mask & bit) == 0) outside |= bit;
    for_lanes(mask & lanes, [&](int other) {
      if (read_lane(issue, op.mask, other) != mask) different |= bit;
    });
  });
  if (outside != 0) {
    report(
        issue, outside, events::HazardKind::InvalidSyncMask,
        fmt::format("{} executes a warp-level operation whose mask {:#010x} does not name it",
                    name_thread(issue.machine, issue.block, issue.warp, std::countr_zero(outside)),
                    read_lane(issue, op.mask, std::countr_zero(outside))));
  } else if (different != 0) {
    report(issue, different, events::HazardKind::InvalidSyncMask,
           fmt::format(
               "{} and the lanes that its mask {:#010x} names give different masks",
               name_thread(issue.machine, issue.block, issue.warp, std::countr_zero(different)),
               read_lane(issue, op.mask, std::countr_zero(different))));
  }
}

bool is_matrix(const code::WarpSyncOp& op) {
  using What = code::WarpSyncOp::What;
  return op.what == What::Multiply || op.what == What::Transpose || op.what == What::MoveMatrix;
}

const char* deed_of(const code::WarpSyncOp& op) {
  using What = code::WarpSyncOp::What;
  if (op.what == What::Multiply) return "multiplies matrices";
  return op.what == What::Transpose ? "transposes a matrix" : "moves a matrix";
}

// Lanes that don't exist or have exited can't bring their pieces.
void check_pieces(Issue& issue, const code::WarpSyncOp& op) {
  constexpr LaneMask kAll = 0xffffffff;
  const LaneMask lanes = issue.executed;
  if (lanes == kAll) return;
  report(issue, kAll & ~lanes, events::HazardKind::InvalidSyncMask,
         fmt::format("warp {} of block ({},{},{}) {} with {} of 32 threads; each "
                     "holds pieces of them, so that all must be there",
                     issue.warp.index, issue.block.coordinates.x, issue.block.coordinates.y,
                     issue.block.coordinates.z, deed_of(op), std::popcount(lanes)));
}

// "a warp-level operation names thread (3,0,0) … in its mask"
std::string naming(const code::WarpSyncOp& op, const std::string& thread) {
  return is_matrix(op) ? fmt::format("a matrix instruction needs {}", thread)
                       : fmt::format("a warp-level operation names {} in its mask", thread);
}

// Lanes whose guard is false go on below; the others are the group.
void part_guarded(Issue& issue) {
  const code::Op& op = issue.machine.code->ops[issue.group->pc];
  if (op.guard == code::kNoSlot) return;
  const LaneMask lanes = issue.group->lanes;
  const LaneMask executed =
      lanes & predicate_mask(issue.machine, issue.file, op.guard, op.guard_negated);
  if (executed == 0 || executed == lanes) return;
  const std::uint32_t pc = issue.group->pc;
  split_group(issue, {lanes & ~executed, pc + 1, pc, pc + 1,
                      static_cast<std::uint32_t>(issue.group->frames.size()),
                      issue.machine.code->loop_of_pc[pc]});
  for (LaneGroup& group : issue.warp.groups) {
    if (group.lanes == executed) issue.group = &group;
  }
  issue.warp.current = static_cast<std::uint32_t>(issue.group - issue.warp.groups.data());
}

bool guard_is_false(const Issue& issue) {
  const code::Op& op = issue.machine.code->ops[issue.group->pc];
  return op.guard != code::kNoSlot &&
         (issue.group->lanes &
          predicate_mask(issue.machine, issue.file, op.guard, op.guard_negated)) == 0;
}

// A matrix instruction is .aligned: all lanes come to the very same one.
bool same_operation(const Issue& issue, const code::WarpSyncOp& op, std::uint32_t pc) {
  if (is_matrix(op)) return pc == issue.group->pc;
  return op_of(issue.machine, pc).what == op.what;
}

// Groups that can go together with the current one: waiting in the same operation, each with all
// the lanes it names.
std::vector<std::size_t> companions(const Issue& issue, const code::WarpSyncOp& op) {
  const auto& groups = issue.warp.groups;
  std::vector<std::size_t> set{issue.warp.current};
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups[i].status == Status::AtWarpSync && same_operation(issue, op, groups[i].pc))
      set.push_back(i);
  }
  for (bool changed = true; changed;) {
    LaneMask present = 0;
    for (std::size_t i : set) present |= groups[i].lanes;
    const auto lacking = std::find_if(set.begin(), set.end(), [&](std::size_t i) {
      return missing_lanes(issue, op_of(issue.machine, groups[i].pc), groups[i].lanes, present) !=
             0;
    });
    changed = lacking != set.end();
    if (changed) set.erase(lacking);
  }
  return set;
}

bool contains(const std::vector<std::size_t>& set, std::size_t value) {
  return std::find(set.begin(), set.end(), value) != set.end();
}

// All named lanes are there. Those at the current pc join the current group, those elsewhere get
// their results now and only issue later.
void meet(Issue& issue, const std::vector<std::size_t>& set) {
  std::vector<LaneGroup>& groups = issue.warp.groups;
  LaneMask merged = 0;
  bool elsewhere = false;
  for (std::size_t i : set) {
    if (i == issue.warp.current) continue;
    groups[i].status = Status::Ready;
    if (groups[i].pc == issue.group->pc && same_calls(groups[i], *issue.group)) {
      merged |= groups[i].lanes;
      merge_into(issue.machine, *issue.group, groups[i]);
    } else {
      elsewhere = true;
    }
  }
  if (elsewhere) {
    std::vector<const LaneGroup*> parts;
    for (std::size_t i : set) {
      if (i == issue.warp.current || (groups[i].lanes & merged) == 0) parts.push_back(&groups[i]);
    }
    exchange_lanes(issue, parts);
    for (std::size_t i : set) groups[i].granted = true;
  }
  const LaneMask lanes = issue.group->lanes;
  if (merged != 0) {
    std::erase_if(groups, [&](const LaneGroup& group) {
      return group.lanes != lanes && (group.lanes & merged) != 0;
    });
  }
  for (LaneGroup& group : groups) {
    if (group.lanes == lanes) issue.group = &group;
  }
  issue.warp.current = static_cast<std::uint32_t>(issue.group - groups.data());
  if (groups.size() == 1) issue.warp.forced = false;
}

}  // namespace

void wake_warp_syncs(Warp& warp) {
  for (LaneGroup& group : warp.groups) {
    if (group.status == Status::AtWarpSync) group.status = Status::Ready;
  }
}

bool warp_sync_ready(Issue& issue) {
  if (issue.group->granted || issue.machine.warp_size != 32 || guard_is_false(issue)) return true;
  part_guarded(issue);
  const code::WarpSyncOp& op = op_of(issue.machine, issue.group->pc);
  if (!op.has_mask) return true;
  const LaneMask missing = missing_lanes(issue, op, issue.group->lanes, issue.group->lanes);
  if (missing == 0) return true;
  if (issue.machine.spec->policy == engine::Policy::Ipdom) {
    issue.pc = issue.group->pc;
    report(
        issue, missing, events::HazardKind::InvalidSyncMask,
        naming(op, name_thread(issue.machine, issue.block, issue.warp, std::countr_zero(missing))) +
            ", which is on another path; under the policy ipdom it can't come");
    return true;
  }
  const std::vector<std::size_t> set = companions(issue, op);
  if (contains(set, issue.warp.current)) {
    meet(issue, set);
    return true;
  }
  issue.group->status = Status::AtWarpSync;
  tell_wait(issue.block, issue.warp, issue.group->lanes, events::WaitReason::WarpSync);
  return false;
}

void meet_for_matrix(Issue& issue, const code::WarpSyncOp& op) {
  issue.group->granted = false;
  check_pieces(issue, op);
}

Next refuse_warp_size(Issue& issue) {
  return stop_unsupported(
      issue, fmt::format("PTX line {}: instruction `{}` needs warps of 32 threads, not {}",
                         issue.machine.program->at(Pc{issue.pc}).line,
                         issue.machine.program->text_at(Pc{issue.pc}), issue.machine.warp_size));
}

Next do_warp_sync(Issue& issue) {
  if (issue.machine.warp_size != 32) return refuse_warp_size(issue);
  if (issue.executed == 0) return Next::Advance;
  if (issue.group->granted) {
    issue.group->granted = false;
    return Next::Advance;
  }
  const code::WarpSyncOp& op = op_of(issue.machine, issue.pc);
  is_matrix(op) ? check_pieces(issue, op) : check_masks(issue, op);
  exchange_lanes(issue, {issue.group});
  return Next::Advance;
}

void report_named_lanes(Machine& machine, Block& block, const Warp& warp, LaneMask lanes) {
  for (const LaneGroup& group : warp.groups) {
    if (group.status != Status::AtWarpSync) continue;
    Warp copy = warp;
    LaneGroup at = group;
    Issue issue{machine, block,    copy,        machine.file_of(block, warp),
                &at,     group.pc, group.lanes, group.lanes};
    const code::WarpSyncOp& op = op_of(machine, group.pc);
    const LaneMask named = named_lanes(issue, op, group.lanes) & lanes;
    if (named == 0) continue;
    report(issue, named, events::HazardKind::InvalidSyncMask,
           naming(op, name_thread(machine, block, warp, std::countr_zero(named))) +
               ", which is not in this branch");
  }
}

}  // namespace lanescope::machine
