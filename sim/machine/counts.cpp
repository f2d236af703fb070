#include "sim/machine/counts.hpp"

#include <cstddef>

namespace lanescope::machine {

LaunchCounts& LaunchCounts::operator+=(const LaunchCounts& more) {
  for (std::size_t pc = 0; pc < edges.size(); ++pc) {
    edges[pc].warps += more.edges[pc].warps;
    edges[pc].threads += more.edges[pc].threads;
  }
  for (std::size_t pc = 0; pc < by_pc.size(); ++pc) by_pc[pc] += more.by_pc[pc];
  warp_instructions += more.warp_instructions;
  return *this;
}

std::vector<events::Counters> LaunchCounts::summed() const {
  std::vector<events::Counters> result = by_pc;
  Edge sum;
  for (std::size_t pc = 0; pc < result.size(); ++pc) {
    sum.warps += edges[pc].warps;
    sum.threads += edges[pc].threads;
    result[pc].warp_instructions = static_cast<std::uint64_t>(sum.warps);
    result[pc].thread_instructions = static_cast<std::uint64_t>(sum.threads);
  }
  return result;
}

}  // namespace lanescope::machine
