#include "sim/timing/extrapolate.hpp"

#include <algorithm>

namespace lanescope::timing {

double with_rounds_left_out(double cycles, const std::vector<BlockSpan>& spans,
                            const Sample& sample, std::uint32_t resident) {
  const std::uint64_t all = (sample.blocks + sample.sms - 1) / sample.sms;
  if (all <= sample.rounds || spans.empty()) return cycles;
  std::vector<std::int64_t> begins;
  for (const BlockSpan& s : spans) begins.push_back(s.begin);
  std::ranges::sort(begins);
  // Begins behind the first fill: one a block that ended.
  const std::size_t first = std::min<std::size_t>(
      begins.size() - 1, static_cast<std::size_t>(resident) * sample.simulated_sms());
  const auto begun = static_cast<double>(begins.size() - first);
  const double took = static_cast<double>(begins.back() - begins[first]);
  const double left = static_cast<double>(all - sample.rounds) * sample.simulated_sms();
  if (begun < 2 || took <= 0)
    return cycles * static_cast<double>(all) / static_cast<double>(sample.rounds);
  return cycles + took / (begun - 1) * left;
}

}  // namespace lanescope::timing
