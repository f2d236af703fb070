#pragma once

#include <map>
#include <string>

#include "lab/experiment/expression.hpp"
#include "lab/lesson/lesson.hpp"

namespace lanescope::lab {

// A rung written out: its experiment, and which buffer stood in each place at the last launch that
// named the place (swaps move buffers between places).
struct ExpandedRung {
  Experiment experiment;
  std::map<std::string, std::string> places;
  Variables variables;  // the parameters' values
};
[[nodiscard]] Result<ExpandedRung> expand(const Rung& rung, const ParameterValues& values);

}  // namespace lanescope::lab
