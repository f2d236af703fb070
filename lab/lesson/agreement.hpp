#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/lesson/lesson.hpp"
#include "lab/run/run_model.hpp"

namespace lanescope::lesson {

// Plain host computations that rungs must agree with: "sum", "inclusive_scan", "exclusive_scan",
// "transpose", "copy", "vector_add", "vector_add_floor", "foo_kernel" and the four "diverge_…".
// The names that a rung's `reference` must give besides `name`: buffers, then expressions. Empty
// for an unknown reference.
[[nodiscard]] std::vector<std::string> reference_argument_names(std::string_view reference);

// Compares the final buffers of a run of the rung with the host computation on the buffers as they
// were filled. The Error names the first element that differs. A rung without a reference agrees.
[[nodiscard]] Result<void> check_reference(const Rung& rung, const ParameterValues& values,
                                           const run::ModelRun& run);

// The errors of a run must be of the kinds that the rung expects or that it may show, and each of
// those that it expects must be there.
[[nodiscard]] Result<void> check_hazards(const Rung& rung, const run::ModelRun& run);

}  // namespace lanescope::lesson
