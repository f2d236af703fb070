#pragma once

#include <cstddef>

#include "sim/schedule/schedule.hpp"

namespace lanescope::schedule {

// An array in chunks, of each a copy to the device, a kernel and a copy back: the same stream for
// all (Serial), or one stream a chunk and the calls chunk after chunk (DepthFirst) or all copies,
// all kernels, all copies back (BreadthFirst).
enum class IssueOrder : std::uint8_t { Serial, DepthFirst, BreadthFirst };
struct Chunks {
  std::size_t count = 4;
  double to_device = 1.0, kernel = 1.0, from_device = 1.0;  // lengths, of one chunk
  bool pageable = false;                                    // the host waits for each of its copies
};
// Calls take the host no time, and it waits for the device at the end.
[[nodiscard]] Program pipeline(const Chunks& chunks, IssueOrder order);

}  // namespace lanescope::schedule
