#pragma once

#include "lab/experiment/experiment.hpp"
#include "lab/lesson/lesson.hpp"
#include "sim/base/result.hpp"

namespace lanescope::ui::session {

class Session;

// The rung's own parameters: kept where `values` has them, within its limits.
[[nodiscard]] lesson::ParameterValues values_for(const lesson::Rung& rung,
                                                 const lesson::ParameterValues& values);

// What the session's choice comes to, as an experiment that can be run. Errors say what is missing.

// What is open, as it was given: without the fills and values set for single arguments.
[[nodiscard]] Result<experiment::Experiment> experiment_as_given(const Session& session);
// What is on screen with other values.
[[nodiscard]] Result<experiment::Experiment> experiment_with(const Session& session,
                                                             const lesson::ParameterValues& values);
// A rung with the values, machine and input that the session has now, as shipped.
[[nodiscard]] Result<experiment::Experiment> experiment_of(const Session& session,
                                                           const lesson::Rung& rung);
// Compare's run B.
[[nodiscard]] Result<experiment::Experiment> second_experiment(const Session& session);

}  // namespace lanescope::ui::session
