#include "sim/flow/liveness.hpp"

#include <algorithm>
#include <cstddef>

namespace lanescope::flow {
namespace {

class Solver {
 public:
  Solver(const ptx::Function& function, const ControlFlow& flow)
      : function_(function), flow_(flow), words_((function.registers.size() + 63) / 64) {
    for (const ptx::Instruction& i : function.body) uses_.push_back(register_uses(i));
  }

  Liveness run() {
    solve();
    Liveness result;
    result.live.resize(function_.registers.size());
    result.result_used.resize(function_.body.size(), false);
    for (std::size_t b = 0; b < flow_.blocks.size(); ++b) mark(b, result);
    for (std::vector<Liveness::Interval>& intervals : result.live) join(intervals);
    return result;
  }

 private:
  using Set = std::vector<std::uint64_t>;

  static bool has(const Set& set, std::uint32_t reg) {
    return (set[reg / 64] >> (reg % 64) & 1U) != 0;
  }
  static void add(Set& set, std::uint32_t reg) { set[reg / 64] |= std::uint64_t{1} << (reg % 64); }
  static void remove(Set& set, std::uint32_t reg) {
    set[reg / 64] &= ~(std::uint64_t{1} << (reg % 64));
  }

  // Live set before an instruction from the one after it. A guarded write keeps the old value in
  // some lanes, so it does not end the register's life.
  void step(std::uint32_t i, Set& live) const {
    const bool guarded = function_.body[i].has_guard;
    for (const RegisterUse& use : uses_[i]) {
      if (use.written() && !guarded) remove(live, use.reg);
    }
    for (const RegisterUse& use : uses_[i]) {
      if (!use.written()) add(live, use.reg);
    }
  }

  [[nodiscard]] Set live_out(std::size_t b) const {
    Set live(words_, 0);
    for (std::uint32_t s : flow_.blocks[b].successors) {
      for (std::size_t w = 0; w < words_; ++w) live[w] |= in_[s][w];
    }
    return live;
  }

  void solve() {
    in_.assign(flow_.blocks.size(), Set(words_, 0));
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t b = flow_.blocks.size(); b-- > 0;) {
        Set live = live_out(b);
        for (std::uint32_t i = flow_.blocks[b].end; i-- > flow_.blocks[b].begin;) step(i, live);
        if (live != in_[b]) {
          in_[b] = std::move(live);
          changed = true;
        }
      }
    }
  }

  // Intervals of one block, found backwards: a register is live from the place where it becomes so
  // to the last place of use.
  void mark(std::size_t b, Liveness& result) const {
    const BasicBlock& block = flow_.blocks[b];
    Set live = live_out(b);
    std::vector<std::uint32_t> end(function_.registers.size(), 0);
    for (std::uint32_t reg = 0; reg < end.size(); ++reg) {
      if (has(live, reg)) end[reg] = block.end;
    }
    for (std::uint32_t i = block.end; i-- > block.begin;) {
      for (const RegisterUse& use : uses_[i]) {
        if (use.written() && has(live, use.reg)) result.result_used[i] = true;
      }
      Set before = live;
      step(i, before);
      for (const RegisterUse& use : uses_[i]) {
        if (use.written() && !has(before, use.reg)) {
          result.live[use.reg].emplace_back(i, std::max(end[use.reg], i + 1));
          end[use.reg] = 0;
        } else if (end[use.reg] == 0) {
          end[use.reg] = i + 1;
        }
      }
      live = std::move(before);
    }
    for (std::uint32_t reg = 0; reg < end.size(); ++reg) {
      if (end[reg] != 0) result.live[reg].emplace_back(block.begin, end[reg]);
    }
  }

  static void join(std::vector<Liveness::Interval>& intervals) {
    std::sort(intervals.begin(), intervals.end());
    std::vector<Liveness::Interval> joined;
    for (const Liveness::Interval& interval : intervals) {
      if (!joined.empty() && interval.first <= joined.back().second) {
        joined.back().second = std::max(joined.back().second, interval.second);
      } else {
        joined.push_back(interval);
      }
    }
    intervals = std::move(joined);
  }

  const ptx::Function& function_;
  const ControlFlow& flow_;
  std::size_t words_;
  std::vector<std::vector<RegisterUse>> uses_;
  std::vector<Set> in_;
};

}  // namespace

Liveness liveness(const ptx::Function& function, const ControlFlow& flow) {
  return Solver(function, flow).run();
}

}  // namespace lanescope::flow
