#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/events/counters.hpp"

namespace lanescope::machine {

// Counters of one launch by pc. Instructions are counted as runs: +1 where a run begins, -1 behind
// its end, so that a run of any length costs the same; the sum up to a pc is its count.
struct LaunchCounts {
  std::vector<std::int64_t> warp_edges, thread_edges;  // size + 1
  std::vector<events::Counters> by_pc;                 // memory, branches, barriers
  std::uint64_t warp_instructions = 0;

  void resize(std::uint32_t size) {
    warp_edges.resize(std::size_t{size} + 1);
    thread_edges.resize(std::size_t{size} + 1);
    by_pc.resize(size);
  }
  void add_run(std::uint32_t begin, std::uint32_t end, int threads) {
    warp_edges[begin] += 1;
    thread_edges[begin] += threads;
    warp_edges[end] -= 1;
    thread_edges[end] -= threads;
  }
  // Of the same program.
  LaunchCounts& operator+=(const LaunchCounts& more);
  // Counters with the instruction counts filled in.
  [[nodiscard]] std::vector<events::Counters> summed() const;
};

}  // namespace lanescope::machine
