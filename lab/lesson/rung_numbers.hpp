#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lab/lesson/check.hpp"
#include "lab/lesson/lesson.hpp"
#include "lab/run/run_model.hpp"

namespace lanescope::lesson {

// Numbers that a lesson states of its rungs beside the counters.

// One of the lesson's quantities, of a run of the rung with these values; others are the initial
// ones. An Error: the rung has no such quantity, or its metric cannot be computed.
[[nodiscard]] Result<double> quantity_of(const Rung& rung, std::string_view quantity,
                                         const run::ModelRun& run, const ParameterValues& values);

// What a run with these values does by the rung's formulas; others are the initial ones. An Error:
// the rung has none, or they are wrong.
struct RooflineNumbers {
  double operations = 0.0, bytes = 0.0;
};
[[nodiscard]] Result<RooflineNumbers> roofline_numbers(const Rung& rung,
                                                       const ParameterValues& values);

// That every rung's quantities can be computed, and that its formulas give what the model counts:
// with the initial values, and with those that the sizes which fill a GPU go up from doubled.
using RunOfRung = std::function<Result<std::shared_ptr<const run::ModelRun>>(
    const Rung& rung, const ParameterValues& values)>;
[[nodiscard]] std::vector<ClaimVerdict> check_rung_numbers(const Lesson& lesson,
                                                           const RunOfRung& run);

}  // namespace lanescope::lesson
