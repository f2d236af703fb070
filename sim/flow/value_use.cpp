#include "sim/flow/value_use.hpp"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <iterator>
#include <ranges>
#include <set>
#include <utility>

namespace lanescope::flow {
namespace {

bool has(const std::vector<std::uint32_t>& registers, std::uint32_t reg) {
  return std::ranges::find(registers, reg) != registers.end();
}

// The registers whose values are used for good from some place on.
class Sure {
 public:
  // In lanes where a predicate that has its value already is true (negated: false).
  struct Where {
    std::uint32_t predicate = 0;
    bool negated = false;
    friend auto operator<=>(const Where&, const Where&) = default;
  };

  Sure(std::size_t registers, bool all) : in_all_(registers, all) {}

  [[nodiscard]] bool in_all(std::uint32_t reg) const { return in_all_[reg]; }
  [[nodiscard]] std::vector<Where> in_some(const std::vector<std::uint32_t>& registers) const {
    std::vector<Where> places;
    for (const auto& [reg, where] : in_some_)
      if (has(registers, reg)) places.push_back(where);
    return places;
  }

  void add(std::uint32_t reg) {
    in_all_[reg] = true;
    std::erase_if(in_some_, [&](const auto& some) { return some.first == reg; });
  }
  void add(std::uint32_t reg, Where where) {
    if (in_all_[reg]) return;
    if (in_some_.contains({reg, {where.predicate, !where.negated}})) return add(reg);
    in_some_.insert({reg, where});
  }

  // What they hold from here on, and whether they are true, is of no interest further up.
  void forget(const std::vector<std::uint32_t>& written) {
    for (const std::uint32_t reg : written) in_all_[reg] = false;
    std::erase_if(in_some_, [&](const auto& some) {
      return has(written, some.first) || has(written, some.second.predicate);
    });
  }

  // Of two ways that lanes may take.
  void keep_common(const Sure& other) {
    std::set<std::pair<std::uint32_t, Where>> common;
    for (const auto& some : in_some_)
      if (other.in_all_[some.first] || other.in_some_.contains(some)) common.insert(some);
    for (const auto& some : other.in_some_)
      if (in_all_[some.first]) common.insert(some);
    in_some_ = std::move(common);
    for (std::size_t reg = 0; reg < in_all_.size(); ++reg)
      in_all_[reg] = in_all_[reg] && other.in_all_[reg];
  }

  friend bool operator==(const Sure&, const Sure&) = default;

 private:
  std::vector<bool> in_all_;                           // lanes, by register
  std::set<std::pair<std::uint32_t, Where>> in_some_;  // a choice takes them or another
};

// Of what is written in one loop.
class SureUses {
 public:
  SureUses(const ControlFlow& flow, const Liveness& live, std::span<const ValueUse> uses,
           std::uint32_t loop)
      : flow_(flow), live_(live), uses_(uses), loop_(loop) {
    for (std::uint32_t b = 0; b < flow.blocks.size(); ++b)
      if (loop == kNoLoop || flow.loops[loop].contains[b]) blocks_.push_back(b);
  }

  void run(std::vector<bool>& result) {
    solve();
    for (const std::uint32_t b : blocks_) {
      if (flow_.loop_of[b] != loop_) continue;
      const BasicBlock& block = flow_.blocks[b];
      Sure sure = at_end(block);
      for (std::uint32_t i = block.end; i-- > block.begin;) {
        result[i] = has_any(sure, uses_[i].written);
        step(i, sure);
      }
    }
  }

 private:
  static bool has_any(const Sure& sure, const std::vector<std::uint32_t>& registers) {
    return std::ranges::any_of(registers, [&](std::uint32_t reg) { return sure.in_all(reg); });
  }

  [[nodiscard]] Sure none() const { return {live_.live.size(), false}; }

  [[nodiscard]] Sure all_read(std::uint32_t at) const {
    Sure read = none();
    for (std::uint32_t reg = 0; reg < live_.live.size(); ++reg)
      if (may_be_read(live_, uses_[at], reg, at)) read.add(reg);
    return read;
  }

  [[nodiscard]] Sure at_end(const BasicBlock& block) const {
    if (block.leaves || block.successors.empty()) return none();
    Sure sure(live_.live.size(), true);
    for (const std::uint32_t s : block.successors) {
      const bool ends = ends_round(flow_, loop_, s);
      sure.keep_common(ends ? all_read(flow_.blocks[s].begin) : at_begin_[s]);
    }
    return sure;
  }

  void step(std::uint32_t i, Sure& sure) const {
    const ValueUse& use = uses_[i];
    if (use.uses_all) {
      sure = all_read(i);
      return;
    }
    const bool result = has_any(sure, use.written);
    const std::vector<Sure::Where> places = sure.in_some(use.written);
    sure.forget(use.written);
    if (use.guard != ptx::kNone) return sure.add(use.guard);
    for (const std::uint32_t reg : use.used) sure.add(reg);
    for (const ValueUse::Source& source : use.sources) {
      const bool always = source.predicate == ptx::kNone;
      if (result && always) sure.add(source.reg);
      if (result && !always) sure.add(source.reg, {source.predicate, source.negated});
      for (const Sure::Where& where : places)
        if (always && !has(use.written, where.predicate)) sure.add(source.reg, where);
    }
  }

  // From all that could be down to what is: lanes that never leave a loop say nothing.
  void solve() {
    at_begin_.assign(flow_.blocks.size(), Sure(live_.live.size(), true));
    for (bool changed = true; changed;) {
      changed = false;
      for (const std::uint32_t b : std::views::reverse(blocks_)) {
        const BasicBlock& block = flow_.blocks[b];
        Sure sure = at_end(block);
        for (std::uint32_t i = block.end; i-- > block.begin;) step(i, sure);
        if (sure == at_begin_[b]) continue;
        at_begin_[b] = std::move(sure);
        changed = true;
      }
    }
  }

  const ControlFlow& flow_;
  const Liveness& live_;
  std::span<const ValueUse> uses_;
  std::uint32_t loop_;
  std::vector<std::uint32_t> blocks_;
  std::vector<Sure> at_begin_;  // by block
};

}  // namespace

std::vector<bool> surely_used(const ControlFlow& flow, const Liveness& live,
                              std::span<const ValueUse> uses) {
  std::vector<bool> result(uses.size(), false);
  SureUses(flow, live, uses, kNoLoop).run(result);
  for (std::uint32_t loop = 0; loop < flow.loops.size(); ++loop)
    SureUses(flow, live, uses, loop).run(result);
  return result;
}

bool ends_round(const ControlFlow& flow, std::uint32_t loop, std::uint32_t block) {
  if (loop == kNoLoop) return false;
  return block == flow.loops[loop].header || !flow.loops[loop].contains[block];
}

// Liveness counts the place where a register is written as well.
bool may_be_read(const Liveness& live, const ValueUse& use, std::uint32_t reg, std::uint32_t at) {
  if (use.guard == ptx::kNone && has(use.written, reg) && !has(use.used, reg) &&
      std::ranges::none_of(use.sources, [&](const auto& source) { return source.reg == reg; }))
    return false;
  const auto& intervals = live.live[reg];
  const auto next = std::ranges::upper_bound(intervals, at, {},
                                             [](const auto& interval) { return interval.first; });
  return next != intervals.begin() && at < std::prev(next)->second;
}

}  // namespace lanescope::flow
