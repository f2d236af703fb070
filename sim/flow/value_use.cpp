#include "sim/flow/value_use.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <ranges>
#include <utility>

namespace lanescope::flow {
namespace {

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
      Set sure = at_end(block);
      for (std::uint32_t i = block.end; i-- > block.begin;) {
        result[i] = has_any(sure, uses_[i].written);
        step(i, sure);
      }
    }
  }

 private:
  using Set = std::vector<bool>;  // by register

  static bool has_any(const Set& sure, const std::vector<std::uint32_t>& registers) {
    return std::ranges::any_of(registers, [&](std::uint32_t reg) { return sure[reg]; });
  }

  [[nodiscard]] Set all_read(std::uint32_t at) const {
    Set read(live_.live.size());
    for (std::uint32_t reg = 0; reg < read.size(); ++reg)
      read[reg] = may_be_read(live_, uses_[at], reg, at);
    return read;
  }

  [[nodiscard]] Set at_end(const BasicBlock& block) const {
    if (block.leaves || block.successors.empty()) return Set(live_.live.size(), false);
    Set sure(live_.live.size(), true);
    for (const std::uint32_t s : block.successors) {
      const bool ends = ends_round(flow_, loop_, s);
      const Set next = ends ? all_read(flow_.blocks[s].begin) : at_begin_[s];
      for (std::size_t reg = 0; reg < sure.size(); ++reg) sure[reg] = sure[reg] && next[reg];
    }
    return sure;
  }

  void step(std::uint32_t i, Set& sure) const {
    const ValueUse& use = uses_[i];
    if (use.uses_all) {
      sure = all_read(i);
      return;
    }
    const bool result = has_any(sure, use.written);
    for (const std::uint32_t reg : use.written) sure[reg] = false;
    if (use.guard != ptx::kNone) {
      sure[use.guard] = true;
      return;
    }
    for (const std::uint32_t reg : use.used) sure[reg] = true;
    for (const ValueUse::Source& source : use.sources)
      if (result && source.predicate == ptx::kNone) sure[source.reg] = true;
  }

  // From all that could be down to what is: lanes that never leave a loop say nothing.
  void solve() {
    at_begin_.assign(flow_.blocks.size(), Set(live_.live.size(), true));
    for (bool changed = true; changed;) {
      changed = false;
      for (const std::uint32_t b : std::views::reverse(blocks_)) {
        const BasicBlock& block = flow_.blocks[b];
        Set sure = at_end(block);
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
  std::vector<Set> at_begin_;  // by block
};

bool has(const std::vector<std::uint32_t>& registers, std::uint32_t reg) {
  return std::ranges::find(registers, reg) != registers.end();
}

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
