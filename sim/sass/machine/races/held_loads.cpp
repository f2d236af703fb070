#include "sim/sass/machine/races/held_loads.hpp"

#include <algorithm>

#include "sim/sass/machine/races/races_state.hpp"
#include "sim/sass/machine/values.hpp"

namespace lanescope::sass::machine::races {
namespace {

using engine::Role;
using Holder = HeldLoad::Holder;

std::uint64_t key_of(const Issue& issue) {
  return std::uint64_t{issue.block.index.value} << 8U | issue.warp.index;
}

std::uint32_t holders_of(const HeldLoad& load, std::uint32_t reg) {
  const auto at = std::ranges::find(load.holders, reg, &Holder::reg);
  return at == load.holders.end() ? 0 : at->lanes;
}

void put(HeldLoad& load, std::uint32_t reg, std::uint32_t executed, std::uint32_t lanes) {
  const auto at = std::ranges::find(load.holders, reg, &Holder::reg);
  if (at != load.holders.end())
    at->lanes = (at->lanes & ~executed) | lanes;
  else if (lanes != 0)
    load.holders.push_back({reg, lanes});
}

// Computes registers and predicates from others, lane by lane.
bool passes_on(const Issue& issue, const engine::InstructionInfo& info) {
  const Op& op = issue.op;
  const bool computes = info.unit == Unit::Alu || info.unit == Unit::Move;
  return computes && !op.uniform && (op.dst != kNoRow || op.dst_predicates[0].index != kTrue);
}

bool chooses(const Op& op) {
  return (op.text->name == "SEL" || op.text->name == "FSEL") && op.src_predicate_count == 1;
}

std::uint32_t holders_of(const HeldLoad& load, const PredicateSource& predicate) {
  return predicate.uniform ? 0 : holders_of(load, kPredicateBegin + predicate.index);
}

// The lanes that take what was read from the source that they choose, or choose by it.
std::uint32_t chosen(const Issue& issue, const HeldLoad& load) {
  const PredicateSource& by = issue.op.src_predicates[0];
  const std::uint32_t first = read(issue, by);
  std::uint32_t lanes = holders_of(load, by);
  for (std::size_t n = 0; n < 2; ++n) {
    const Source& source = issue.op.src[n];
    if (source.from == Source::From::Row)
      lanes |= holders_of(load, source.row) & (n == 0 ? first : ~first);
  }
  return lanes & issue.executed;
}

// "ISETP.GT.AND P0, PT, R6, 0x9, P1"
bool joins(const Op& op) {
  return op.text->name.ends_with("SETP") && op.src_predicate_count == 1 &&
         (op.text->has("AND") || op.text->has("OR")) && !op.src_predicates[0].uniform;
}

// What the comparison alone comes to: with a predicate that leaves it open.
std::uint32_t compared(const Issue& issue, bool open) {
  const auto saved = issue.warp.predicates;
  const PredicateSource& with = issue.op.src_predicates[0];
  if (with.index != kTrue) issue.warp.predicates[with.index] = open != with.negated ? ~0U : 0;
  Issue alone = issue;
  issue.op.handler(alone);
  const std::uint32_t result = read(issue, PredicateSource{issue.op.dst_predicates[0].index});
  issue.warp.predicates = saved;
  return result;
}

// Of "a and b", b counts only where a holds; of "a or b", where it does not. `values`: the lanes in
// which what is compared holds what was read.
std::uint32_t joined(const Issue& issue, const HeldLoad& load, std::uint32_t values) {
  const bool open = issue.op.text->has("AND");
  const std::uint32_t by = holders_of(load, issue.op.src_predicates[0]) & issue.executed;
  const std::uint32_t with = read(issue, issue.op.src_predicates[0]);
  std::uint32_t lanes = values & ((open ? with : ~with) | by);
  if (by != 0) {
    const std::uint32_t alone = compared(issue, open);
    lanes |= by & ((open ? alone : ~alone) | values);
  }
  return lanes;
}

// The lanes into whose results what was read goes.
std::uint32_t flow(const Issue& issue, const HeldLoad& load, const engine::InstructionInfo& info) {
  if (chooses(issue.op)) return chosen(issue, load);
  const bool joining = joins(issue.op);
  std::uint32_t lanes = 0;
  for (const engine::Operand& operand : info.operands) {
    if (operand.role != Role::Read || (joining && operand.reg >= kPredicateBegin)) continue;
    lanes |= holders_of(load, operand.reg) & issue.executed;
  }
  return joining ? joined(issue, load, lanes) : lanes;
}

// Returns the lanes that use what was read.
std::uint32_t follow(const Issue& issue, HeldLoad& load) {
  const engine::InstructionInfo& info = issue.machine.program->at(Pc{issue.pc});
  const bool passes = passes_on(issue, info);
  std::uint32_t used = 0;
  for (const engine::Operand& operand : info.operands) {
    if (operand.role == Role::Write || (passes && operand.role == Role::Read)) continue;
    const bool guards = operand.role == Role::Guard;  // it decides for those that it holds back too
    used |= holders_of(load, operand.reg) & (guards ? issue.active : issue.executed);
  }
  const std::uint32_t flows = passes ? flow(issue, load, info) : 0;
  for (const engine::Operand& operand : info.operands) {
    if (operand.role == Role::Write) put(load, operand.reg, issue.executed, flows);
  }
  if (issue.op.text->name == "EXIT") load.request.lanes &= ~LaneMask{issue.executed};
  return used;
}

// Who may still use it behind an instruction that orders memory: all lanes of the warp.
std::uint32_t may_use(const Issue& issue, const HeldLoad& load) {
  const auto& live = issue.machine.races->uses->live;
  std::uint32_t lanes = 0;
  for (const Group& group : issue.warp.groups) {
    const std::uint32_t pc =
        group.pc < live.size() ? group.pc : static_cast<std::uint32_t>(live.size() - 1);
    for (const Holder& holder : load.holders) {
      if (live[pc].test(holder.reg)) lanes |= holder.lanes & group.lanes;
    }
  }
  return lanes;
}

void tell(Issue& issue, const HeldLoad& load, std::uint32_t lanes) {
  Issue then = issue;
  then.pc = load.pc;
  Request request = load.request;
  request.lanes = lanes;
  order_access_at(then, request, load.step);
}

// False: nothing of it is open any more.
bool settle(Issue& issue, HeldLoad& load) {
  const Races& races = *issue.machine.races;
  const bool orders = races.uses->orders[issue.pc] || (*races.orders)[issue.pc].strong ||
                      races.deed_at(issue.pc).has_value();
  const auto open = static_cast<std::uint32_t>(load.request.lanes);
  const std::uint32_t used =
      (orders ? may_use(issue, load) : follow(issue, load)) & static_cast<std::uint32_t>(open);
  if (used != 0) tell(issue, load, used);
  std::uint32_t left = 0;
  for (const Holder& holder : load.holders) left |= holder.lanes;
  load.request.lanes &= orders ? 0 : left & ~used;
  return load.request.lanes != 0;
}

}  // namespace

bool is_held(const Issue& issue) {
  const Races& races = *issue.machine.races;
  return races.uses->holds[issue.pc] && !(*races.orders)[issue.pc].strong &&
         !races.deed_at(issue.pc);
}

void hold_load(Issue& issue, const Request& request) {
  HeldLoad& load = issue.machine.races->held[key_of(issue)].emplace_back();
  load.pc = issue.pc;
  load.step = issue.machine.step;
  load.request = request;
  for (std::uint32_t n = 0; issue.op.dst != kNoRow && n < issue.op.dst_rows; ++n)
    load.holders.push_back({issue.op.dst + n, static_cast<std::uint32_t>(request.lanes)});
  issue.warp.holds_loads = true;
}

void settle_held_loads(Issue& issue) {
  issue.warp.holds_loads = false;
  if (!issue.machine.races) return;  // restored: the run that left the snapshot has found them
  HeldLoads& all = issue.machine.races->held;
  const auto loads = all.find(key_of(issue));
  if (loads == all.end()) return;
  std::erase_if(loads->second, [&](HeldLoad& load) { return !settle(issue, load); });
  issue.warp.holds_loads = !loads->second.empty();
  if (loads->second.empty()) all.erase(loads);
}

}  // namespace lanescope::sass::machine::races
