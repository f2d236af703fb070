#pragma once

#include <cstdint>
#include <vector>

#include "sim/engine/plan.hpp"
#include "sim/trace/trace.hpp"

namespace lanescope::analysis {

// The phase view: for one array, a row of cells for each barrier interval, and arcs from the cells
// that a thread read to the cell that the same thread wrote afterwards in that interval (or, for a
// value loaded from another array, no source cell). What a thread read in the interval before
// counts too, as long as it loaded nothing else since: `t = s[i - k]; barrier; s[i] += t`. Derived
// from the trace alone.
//
//   load   ■ ■ ■ ■ ■ ■ ■ ■
//          │/  │/  │/  │/
//   k = 1  ■   ■   ■   ■
//          │  /    │  /
//   k = 2  ■       ■
struct ArrayRef {
  events::Space space = events::Space::Shared;
  std::uint64_t base = 0;  // address (Global) or byte offset (Shared)
  std::uint32_t element_bytes = 4;
  std::uint32_t first = 0, count = 0;  // elements shown
};
struct Arc {
  std::uint32_t from = 0, to = 0;  // element indices
  std::uint32_t thread = 0;        // linear thread index in the block
  Tick read, write;
};
struct PhaseRow {
  trace::Phase phase;
  std::vector<std::uint32_t> read, written;  // element indices, ascending, distinct
  std::vector<Arc> arcs;
  bool truncated = false;  // there were more than max_arcs in this row
};
struct PhaseFigure {
  ArrayRef array;
  std::vector<PhaseRow> rows;  // phases that touch the array, in order
  std::size_t left_out = 0;    // phases after max_rows rows: not looked at
};
// Of one block; Global arrays: phases of all launches of that block number, so that a multi-launch
// reduction shows its launches as rows. A long run costs what its first max_rows rows do.
[[nodiscard]] PhaseFigure phase_figure(const engine::Plan& plan, const trace::Trace& trace,
                                       std::uint32_t launch, BlockIndex block,
                                       const ArrayRef& array, std::size_t max_arcs = 20'000,
                                       std::size_t max_rows = 1000);

}  // namespace lanescope::analysis
