#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "lab/lesson.hpp"

namespace lanescope::lab {

// The values that a sweep of `parameter` takes: powers of two where it says so, and of every block
// size, from a warp on; else at most 13 that are spread over its range by its step. `present` is
// one of them always, also outside of the range.
[[nodiscard]] std::set<std::int64_t> values_to_sweep(const Parameter& parameter,
                                                     std::int64_t present);

// What is measured of a rung: of each parameter its values to sweep, all others being as they are
// at first. None twice; in the order of the parameters. A rung without parameters has one point.
[[nodiscard]] std::vector<ParameterValues> points_to_measure(const Rung& rung);

}  // namespace lanescope::lab
