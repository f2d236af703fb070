#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/trace/trace.hpp"

namespace lanescope::analysis {

// A row a warp; x counts the warp's own instructions inside the phase; phases begin at the same x
// in all warps of the block, so that what is missing up to the slowest warp is waiting.
//
//            phase 0        phase 1
//   warp 0  |LLAAAAAAAAS#  |LLAAS#
//   warp 1  |LLAAAA#.......|LLAAS#      # barrier   . waits   L load   S store   A other
//
// Built once from a trace, in one pass; a query costs what it returns, however long the run: far
// out, neighbouring cells are folded by four, sixteen, sixty-four, …
enum class CellKind : std::uint8_t { Other, Load, Store, Atomic, Branch, Barrier, Waiting };
inline constexpr std::size_t kCellKinds = 7;

struct TimelineRow {
  BlockIndex block;
  WarpIndex warp;
};
// The barrier intervals of a block, in x.
struct TimelinePhase {
  std::uint32_t launch = 0;
  BlockIndex block;
  std::uint32_t number = 0;
  std::uint64_t x = 0, width = 0;
};

// A stretch of a row in which nothing is told apart any more.
struct TimelineSegment {
  static constexpr std::uint8_t kDivergence = 1, kConflict = 2, kUncoalesced = 4;
  std::uint64_t x = 0, width = 0;
  std::array<float, kCellKinds>
      share{};             // of the stretch, by CellKind; the rest lies outside the row
  float lanes = 0.0F;      // mean share of active lanes, over what is not waiting
  std::uint8_t flags = 0;  // what happened somewhere in it
};

class Timeline {
 public:
  Timeline(const trace::Trace& trace, int warp_size);
  ~Timeline();
  Timeline(const Timeline&) = delete;
  Timeline& operator=(const Timeline&) = delete;

  [[nodiscard]] std::span<const TimelineRow> rows() const;      // by block, warp
  [[nodiscard]] std::span<const TimelinePhase> phases() const;  // by block, x
  [[nodiscard]] std::uint64_t width() const;
  // Segments of a row that overlap [from, to), ascending. At most `most` + 2 of them (most ≥ 1).
  [[nodiscard]] std::vector<TimelineSegment> segments(std::size_t row, std::uint64_t from,
                                                      std::uint64_t to, std::size_t most) const;
  struct Point {
    std::size_t row = 0;
    std::uint64_t x = 0;
  };
  [[nodiscard]] std::optional<Point> place_of(Tick tick) const;
  // The instruction at a place; nullopt where the warp waits or has ended.
  [[nodiscard]] std::optional<Tick> tick_at(Point place) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lanescope::analysis
