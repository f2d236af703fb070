#pragma once

#include <optional>
#include <string_view>

#include "lab/experiment/expression.hpp"
#include "lab/run/run_model.hpp"
#include "sim/events/hazard.hpp"

namespace lanescope::lesson {

class ModelTimes;  // lab/lesson/model_times.hpp

// Value of a metric in a finished run recorded in full; `known` are names in it that are no paths.
// `times`: of whom a metric about modelled time is asked; without it there is none (Missing).
[[nodiscard]] Result<double> evaluate_metric(const run::ModelRun& run, std::string_view metric,
                                             const experiment::Variables& known = {},
                                             ModelTimes* times = nullptr);

// Whether the metric can only be computed from a run recorded in full (it names a phase).
[[nodiscard]] bool needs_trace(std::string_view metric);

// Whether it counts hazards, and so says something of a run that did not finish, too.
[[nodiscard]] bool is_about_hazards(std::string_view metric);

// Whether it counts instructions of the PTX, of which the machine code has others: a text that
// tells such a number says so (lesson_ptx.hpp).
[[nodiscard]] bool counts_ptx(std::string_view metric);

// Whether it asks for modelled time, which takes machine code.
[[nodiscard]] bool asks_for_time(std::string_view metric);

// "barrier_divergence"
[[nodiscard]] std::optional<events::HazardKind> hazard_kind(std::string_view spelling);

}  // namespace lanescope::lesson
