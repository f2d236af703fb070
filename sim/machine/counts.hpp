#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/events/counters.hpp"

namespace lanescope::machine {

// Counters of one launch by pc. Instructions are counted as runs: +1 where a run begins, -1 behind
// its end, so that a run of any length costs the same; the sum up to a pc is its count.
struct LaunchCounts {
  struct Edge {
    std::int64_t warps = 0, threads = 0;
  };
  std::vector<Edge> edges;              // size + 1
  std::vector<events::Counters> by_pc;  // memory, branches, barriers
  std::uint64_t warp_instructions = 0;

  void resize(std::uint32_t size) {
    edges.resize(std::size_t{size} + 1);
    by_pc.resize(size);
  }
  void add_run(std::uint32_t pc, std::uint64_t length, int threads) {
    edges[pc].warps += 1;
    edges[pc].threads += threads;
    edges[pc + length].warps -= 1;
    edges[pc + length].threads -= threads;
  }
  // Of the same program.
  LaunchCounts& operator+=(const LaunchCounts& more);
  // Counters with the instruction counts filled in.
  [[nodiscard]] std::vector<events::Counters> summed() const;
};

}  // namespace lanescope::machine
