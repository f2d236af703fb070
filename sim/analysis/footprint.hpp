#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/analysis/origins.hpp"
#include "sim/analysis/phases.hpp"

namespace lanescope::analysis {

// Which elements of an array one block touches in one launch, and when.
struct ElementTouch {
  std::uint32_t element = 0;
  Tick tick;  // of the first touch
};
struct IntervalReads {  // of a barrier interval in which the block reads the array
  trace::Phase phase;
  std::vector<ElementTouch> read;  // in the order of the run, each element once
};
struct ElementWrite {
  std::uint32_t element = 0;
  std::uint32_t thread = 0;  // linear thread index in the block
  bool atomic = false;
  Stored stored;
};
struct Footprint {
  ArrayRef array;
  std::vector<IntervalReads> intervals;
  std::vector<ElementWrite> writes;  // in the order of the run
  bool truncated = false;            // there are more writes than max_writes
};
// Of global arrays that do not overlap, in one walk over the block's accesses. An atomic reads and
// writes; what it reads is counted as written only.
[[nodiscard]] std::vector<Footprint> footprints_of(const engine::Plan& plan,
                                                   const trace::Trace& trace, std::uint32_t launch,
                                                   BlockIndex block,
                                                   std::span<const ArrayRef> arrays,
                                                   std::size_t max_writes = 200'000);

// What one thread loads from tick `from` on and before `to`: by array its elements, each once, with
// the first load of it, ascending.
[[nodiscard]] std::vector<std::vector<ElementTouch>> loads_of_thread(
    const engine::Plan& plan, const trace::Trace& trace, std::uint32_t launch, BlockIndex block,
    std::uint32_t thread, Tick from, Tick to, std::span<const ArrayRef> arrays);

}  // namespace lanescope::analysis
