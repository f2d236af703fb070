#pragma once

#include <cstdint>
#include <vector>

#include "sim/base/ids.hpp"
#include "sim/timing/reasons.hpp"

namespace lanescope::timing {

// Cycles from `begin` up to `end` that a warp spent for one reason: before the instruction at `pc`
// or, of `selected`, which is one cycle, issuing it. Of a barrier, and behind the last instruction,
// `pc` is that one.
struct Stretch {
  std::int64_t begin = 0, end = 0;
  std::uint32_t pc = 0;
  std::uint32_t issued = 0;  // instructions that the warp had issued before
  Reason reason = Reason::wait;
};

struct WarpHistory {
  BlockIndex block;
  WarpIndex warp;               // in its block
  std::uint32_t scheduler = 0;  // sub-core
  // In the order of time, without gaps. Where a warp waited for its pipe and for its turn by turns,
  // the waiting for the pipe comes first.
  std::vector<Stretch> stretches;

  [[nodiscard]] std::int64_t begin() const {
    return stretches.empty() ? 0 : stretches.front().begin;
  }
  [[nodiscard]] std::int64_t end() const { return stretches.empty() ? 0 : stretches.back().end; }
  // The stretch that holds a cycle; null: the warp is not there then.
  [[nodiscard]] const Stretch* at(std::int64_t cycle) const;
};

// What the warps of the first simulated SM did, in cycles from the first block's begin.
struct SmHistory {
  // Kept at most.
  static constexpr std::size_t kMostStretches = 4'000'000;

  std::vector<WarpHistory> warps;  // as they came to the SM
  std::int64_t cycles = 0;         // up to there all is kept
  bool whole = true;               // false: there is more behind
  int schedulers = 0;
};

// Keeps what Sm tells.
class HistoryKeeper {
 public:
  explicit HistoryKeeper(int schedulers) { history_.schedulers = schedulers; }
  // Of a warp that comes to the SM; its number.
  [[nodiscard]] std::uint32_t add(BlockIndex block, std::uint32_t warp, std::uint32_t scheduler);
  // A stretch up to `end` behind what is kept of the warp; nothing where that is past.
  void note(std::uint32_t warp, std::int64_t begin, std::int64_t end, std::uint32_t pc,
            std::uint32_t issued, Reason reason);
  [[nodiscard]] SmHistory take();

 private:
  SmHistory history_;
  std::size_t stretches_ = 0;
};

}  // namespace lanescope::timing
