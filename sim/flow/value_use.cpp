#include "sim/flow/value_use.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace lanescope::flow {
namespace {

class SureUses {
 public:
  SureUses(const ControlFlow& flow, const Liveness& live, std::span<const ValueUse> uses)
      : flow_(flow), live_(live), uses_(uses) {}

  std::vector<bool> run() {
    solve();
    std::vector<bool> result(uses_.size(), false);
    for (const BasicBlock& block : flow_.blocks) {
      Set sure = at_end(block);
      for (std::uint32_t i = block.end; i-- > block.begin;) {
        result[i] = std::ranges::any_of(uses_[i].written, [&](std::uint32_t r) { return sure[r]; });
        step(i, sure);
      }
    }
    return result;
  }

 private:
  using Set = std::vector<bool>;  // by register

  [[nodiscard]] Set at_end(const BasicBlock& block) const {
    if (block.leaves || block.successors.empty()) return Set(live_.live.size(), false);
    Set sure = at_begin_[block.successors.front()];
    for (const std::uint32_t s : block.successors) {
      for (std::size_t reg = 0; reg < sure.size(); ++reg)
        sure[reg] = sure[reg] && at_begin_[s][reg];
    }
    return sure;
  }

  void step(std::uint32_t i, Set& sure) const {
    const ValueUse& use = uses_[i];
    if (use.uses_all) {
      for (std::uint32_t reg = 0; reg < sure.size(); ++reg)
        sure[reg] = may_be_read(live_, use, reg, i);
      return;
    }
    const bool result = std::ranges::any_of(use.written, [&](std::uint32_t r) { return sure[r]; });
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
      for (std::size_t b = flow_.blocks.size(); b-- > 0;) {
        Set sure = at_end(flow_.blocks[b]);
        for (std::uint32_t i = flow_.blocks[b].end; i-- > flow_.blocks[b].begin;) step(i, sure);
        if (sure == at_begin_[b]) continue;
        at_begin_[b] = std::move(sure);
        changed = true;
      }
    }
  }

  const ControlFlow& flow_;
  const Liveness& live_;
  std::span<const ValueUse> uses_;
  std::vector<Set> at_begin_;  // by block
};

bool has(const std::vector<std::uint32_t>& registers, std::uint32_t reg) {
  return std::ranges::find(registers, reg) != registers.end();
}

}  // namespace

std::vector<bool> surely_used(const ControlFlow& flow, const Liveness& live,
                              std::span<const ValueUse> uses) {
  return SureUses(flow, live, uses).run();
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
