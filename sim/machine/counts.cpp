#include "sim/machine/counts.hpp"

#include <cstddef>

namespace lanescope::machine {

LaunchCounts& LaunchCounts::operator+=(const LaunchCounts& more) {
  for (std::size_t pc = 0; pc < warp_edges.size(); ++pc) {
    warp_edges[pc] += more.warp_edges[pc];
    thread_edges[pc] += more.thread_edges[pc];
  }
  for (std::size_t pc = 0; pc < by_pc.size(); ++pc) by_pc[pc] += more.by_pc[pc];
  warp_instructions += more.warp_instructions;
  return *this;
}

std::vector<events::Counters> LaunchCounts::summed() const {
  std::vector<events::Counters> result = by_pc;
  std::int64_t warps = 0, threads = 0;
  for (std::size_t pc = 0; pc < result.size(); ++pc) {
    warps += warp_edges[pc];
    threads += thread_edges[pc];
    result[pc].warp_instructions = static_cast<std::uint64_t>(warps);
    result[pc].thread_instructions = static_cast<std::uint64_t>(threads);
  }
  return result;
}

}  // namespace lanescope::machine
