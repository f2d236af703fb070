#include "sim/machine/counts.hpp"

#include <cstddef>

namespace lanescope::machine {

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
