#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "lab/hardware/measurements.hpp"
#include "lab/lesson/lesson.hpp"

namespace lanescope::hardware {

// The values that a sweep of `parameter` takes: powers of two where it says so, and of every block
// size, from a warp on; else at most 13 that are spread over its range by its step. `present` is
// one of them always, also outside of the range.
[[nodiscard]] std::set<std::int64_t> values_to_sweep(const lesson::Parameter& parameter,
                                                     std::int64_t present);

struct PointToMeasure {
  lesson::ParameterValues values;  // of all of the rung's parameters
  bool is_shown = false;           // the rung's first values, or those of a step: counted there too
  bool is_large = false;           // fills a GPU: not run on the model
};
// What is measured of a rung of `lesson`: its large values; its first values and those that steps
// give it; then of each parameter its values to sweep, all others being as they are at first. None
// twice.
[[nodiscard]] std::vector<PointToMeasure> points_to_measure(const lesson::Lesson& lesson,
                                                            const lesson::Rung& rung);

// Drops what is measured of no rung of `lessons`: its name or its parameters are others now.
void drop_unplanned(Measurements& measurements, const std::vector<lesson::Lesson>& lessons);

}  // namespace lanescope::hardware
