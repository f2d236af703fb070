#pragma once

#include <cstdint>
#include <vector>

#include "sim/trace/trace.hpp"

namespace lanescope::analysis {

// What a branch instruction did in the recorded blocks of a launch (the whole grid's executions
// stand in the counters).
struct BranchStatistics {
  Pc pc;
  std::uint64_t executions = 0, divergent = 0;
  std::uint64_t lanes_taken = 0, lanes_not_taken = 0;
  Pc reconvergence;      // where the paths meet; kNoPc: at the exit
  Tick first_divergent;  // of meaning when divergent > 0
};
// By pc.
[[nodiscard]] std::vector<BranchStatistics> branch_statistics(const trace::Trace& trace,
                                                              std::uint32_t launch);

// How many lanes of each warp instruction of a launch were active: share[k] is the share of warp
// instructions with k active lanes, k = 0 … warp size.
[[nodiscard]] std::vector<double> active_lane_shares(const trace::Trace& trace,
                                                     std::uint32_t launch, int warp_size);

}  // namespace lanescope::analysis
