#pragma once

#include <map>
#include <string>

#include "lab/experiment/expression.hpp"
#include "lab/lesson/lesson.hpp"

namespace lanescope::lesson {

[[nodiscard]] ParameterValues initial_values(const Rung& rung);
// Those that fill a GPU, others being as they are at first; too many for the model. Empty: the rung
// has none.
[[nodiscard]] ParameterValues large_values(const Rung& rung);
// Values that are not given are the initial ones; a value out of a parameter's range is taken (the
// machine's own limits are checked later), an unknown name is an Error.
[[nodiscard]] Result<experiment::Experiment> make_experiment(const Rung& rung,
                                                             const ParameterValues& values);

// A rung written out: its experiment, and which buffer stood in each place at the last launch that
// named the place (swaps move buffers between places).
struct ExpandedRung {
  experiment::Experiment experiment;
  std::map<std::string, std::string> places;
  experiment::Variables variables;  // the parameters' values
};
[[nodiscard]] Result<ExpandedRung> expand(const Rung& rung, const ParameterValues& values);

}  // namespace lanescope::lesson
