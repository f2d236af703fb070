#pragma once

#include <cstdint>
#include <vector>

#include "sim/timing/sample.hpp"
#include "sim/timing/simulate.hpp"

namespace lanescope::timing {

// Cycles that the whole grid takes by what the simulated rounds took: the rounds left out take as
// long each as those between the first ends of blocks and the last begin.
[[nodiscard]] double with_rounds_left_out(double cycles, const std::vector<BlockSpan>& spans,
                                          const Sample& sample, std::uint32_t resident);

}  // namespace lanescope::timing
