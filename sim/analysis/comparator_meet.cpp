// Where two elements meet: the half of ComparatorSearch that looks at what is computed.
#include <algorithm>
#include <bit>
#include <tuple>

#include "sim/analysis/comparator_search.hpp"

namespace lanescope::analysis {

using engine::Role;
using trace::Step;

bool ComparatorSearch::holds_any(const Step& step, std::uint32_t reg) {
  return !warp_of(step).registers[reg].empty();
}

Held ComparatorSearch::held(const Step& step, std::uint32_t reg, std::uint32_t lane) {
  const Lanes& there = warp_of(step).registers[reg];
  if (there.empty() || !there[lane].any() || wires_.given_up(there[lane].wire)) return {};
  return there[lane];
}

void ComparatorSearch::compute(const Step& step, const Info& info) {
  bool any = false;
  for (const engine::Operand& operand : info.operands)
    any |=
        (operand.role == Role::Read || operand.role == Role::Write) && holds_any(step, operand.reg);
  if (!any) return;
  std::vector<Held> made(warp_size_);
  for (LaneMask rest = step.executed; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    made[lane] = combine(step, info, lane);
  }
  for (const engine::Operand& operand : info.operands) {
    if (operand.role != Role::Write || program_->registers()[operand.reg].type == ValueType::Pred)
      continue;
    for (LaneMask rest = step.executed; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      put(step, operand.reg, lane, made[lane]);
    }
  }
  if (!met_now_.empty()) level_step(step);
}

namespace {

// What is the first one's still, with another operand beside it.
Held with(Held first, const Held& one) {
  Held both = first.any() ? first : one;
  both.since = std::max(first.since, one.since);
  both.foreign = one.foreign && (first.foreign || !first.any());
  return both;
}

}  // namespace

// What an instruction makes of its operands. Three elements in one are no network.
Held ComparatorSearch::combine(const Step& step, const Info& info, std::uint32_t lane) {
  Pair pair{};
  std::array<std::uint32_t, 2> wires{};
  std::size_t count = 0;
  bool either = false;
  Held out;
  for (const engine::Operand& operand : info.operands) {
    if (operand.role != Role::Read) continue;
    const Held one = held(step, operand.reg, lane);
    if (!one.any()) continue;
    either |= one.either;
    out = with(out, one);
    for (const std::uint32_t wire : {one.wire, one.either ? one.other : one.wire}) {
      if (std::find(wires.begin(), wires.begin() + count, wire) != wires.begin() + count) continue;
      if (count == 2) {
        for (const std::uint32_t mixed : {wires[0], wires[1], wire}) wires_.give_up(mixed);
        return {};
      }
      pair[count] = {operand.reg, one};
      wires[count++] = wire;
    }
  }
  if (count < 2) return out;
  if (!either) return meet(step, lane, pair);
  return {.wire = wires[0], .other = wires[1], .since = out.since, .either = true};
}

Held ComparatorSearch::meet(const Step& step, std::uint32_t lane, const Pair& pair) {
  const Held &a = pair[0].second, &b = pair[1].second;
  if (!wires_.same_buffer(a.wire, b.wire)) return {};
  const std::uint32_t last = warp_of(step).last[lane];
  const std::uint64_t since = std::max(a.since, b.since);
  const bool again = have_met(step, lane, a.wire, b.wire) && since < met_[last].found.met.value;
  if (!again) add(step, lane, pair);
  if (a.foreign == b.foreign)
    return {.wire = a.wire, .other = b.wire, .since = since, .either = true};
  const Held& own = a.foreign ? b : a;
  return {.wire = own.wire, .other = (a.foreign ? a : b).wire, .since = since};
}

void ComparatorSearch::add(const Step& step, std::uint32_t lane, const Pair& pair) {
  const std::size_t low = pair[0].second.wire < pair[1].second.wire ? 0 : 1;
  const Held &first = pair[low].second, &second = pair[1 - low].second;
  std::uint32_t& last = warp_of(step).last[lane];
  const std::uint64_t key = std::uint64_t{first.wire} << 32U | second.wire;
  Met met;
  met.handed = first.foreign != second.foreign;
  met.own = first.foreign ? 1 : 0;
  met.interval = interval_of(step);
  if (met.handed && join(step, lane, key, met)) return;
  Comparator& found = met.found;
  found.first = first.wire;
  found.second = second.wire;
  found.launch = step.launch;
  found.block = step.block;
  found.threads = {thread_of(step, lane), thread_of(step, lane)};
  found.met = step.tick;
  found.done = Tick{step.tick.value + 1};
  const std::uint64_t mask = mask_of(first.wire);
  found.before = {bits(step, pair[low].first, lane) & mask,
                  bits(step, pair[1 - low].first, lane) & mask};
  const std::uint64_t threads = plan_->launches[step.launch].block.count();
  const std::uint64_t begin = std::uint64_t{step.warp.value} * warp_size_;
  const auto existing = std::min<std::uint64_t>(warp_size_, threads - begin);
  found.split = step.executed != full_mask(static_cast<int>(existing));
  know(first.wire, found.before[0]);
  know(second.wire, found.before[1]);
  last = static_cast<std::uint32_t>(met_.size());
  last_of_[first.wire] = last_of_[second.wire] = last_pair_[key] = last;
  met_now_.push_back(last);
  met_.push_back(met);
}

// The other lane of an exchange has compared before: it is the same comparator.
bool ComparatorSearch::join(const Step& step, std::uint32_t lane, std::uint64_t pair,
                            const Met& now) {
  const auto known = last_pair_.find(pair);
  if (known == last_pair_.end()) return false;
  Met& met = met_[known->second];
  Comparator& found = met.found;
  const bool same = found.launch == step.launch && found.block == step.block &&
                    met.interval == now.interval && met.own != now.own &&
                    found.threads[0] != thread_of(step, lane);
  if (!met.handed || met.joined || !same) return false;
  met.joined = true;
  met.kept = true;
  found.threads[now.own] = thread_of(step, lane);
  found.done = std::max(found.done, Tick{step.tick.value + 1});
  warp_of(step).last[lane] = known->second;
  met_now_.push_back(known->second);
  return true;
}

std::uint64_t ComparatorSearch::mask_of(std::uint32_t wire) const {
  const std::uint32_t bytes = wires_.bytes(wire);
  return bytes >= 8 ? ~0ULL : (1ULL << bytes * 8) - 1;
}

// What came of the comparator that the element has passed last: what was stored behind it, or else
// what is there now, unless blocks that are not recorded may have been at it.
void ComparatorSearch::know(std::uint32_t wire, std::uint64_t bits) {
  const auto last = last_of_.find(wire);
  if (last == last_of_.end()) return;
  Met& met = met_[last->second];
  const std::size_t side = met.found.first == wire ? 0 : 1;
  if (met.known[side]) return;
  const auto stored = stored_.find(wire);
  if (stored != stored_.end() && stored->second.tick > met.found.met.value)
    met.found.after[side] = stored->second.bits & mask_of(wire);
  else
    met.found.after[side] =
        all_recorded_ || met.found.launch == launch_ ? bits : met.found.before[side];
  met.known[side] = true;
}

// All pairs of a step are of one column, behind those that their elements have passed since the
// last barrier.
void ComparatorSearch::level_step(const Step& step) {
  const std::uint32_t interval = interval_of(step);
  std::uint32_t level = 0;
  const auto level_of = [&](std::uint32_t wire) {
    const LevelOf& at = levels_[wire];
    const bool now = at.launch == step.launch && at.interval == interval;
    return now ? at.level : 0;
  };
  for (const std::uint32_t one : met_now_) {
    const Met& met = met_[one];
    const std::uint32_t behind =
        1 + std::max(level_of(met.found.first), level_of(met.found.second));
    level = std::max(level, met.level != 0 ? met.level : behind);
  }
  for (const std::uint32_t one : met_now_) {
    Met& met = met_[one];
    if (met.level == 0) met.level = level;
    for (const std::uint32_t wire : {met.found.first, met.found.second})
      levels_[wire] = {step.launch, interval, std::max(level_of(wire), met.level)};
  }
  met_now_.clear();
}

std::uint32_t ComparatorSearch::interval_of(const Step& step) const {
  const auto phases = trace_->phases();
  const auto key = [](const trace::Phase& phase) {
    return std::tuple(phase.launch, phase.block.value, phase.first.value);
  };
  const auto behind = std::ranges::upper_bound(
      phases, std::tuple(step.launch, step.block.value, step.tick.value), {}, key);
  return behind == phases.begin() ? 0 : (behind - 1)->number;
}

// An element that no comparator follows is worth what was stored last.
void ComparatorSearch::end() {
  for (const auto& [wire, last] : last_of_) {
    const Comparator& found = met_[last].found;
    know(wire, found.before[found.first == wire ? 0 : 1]);
  }
}

}  // namespace lanescope::analysis
