#pragma once

#include <string>

#include "lab/lesson/lesson.hpp"

namespace lanescope::lesson {

class TomlReader;

// A table [[schedule]] (kernels/README.md).
[[nodiscard]] LessonSchedule read_schedule(TomlReader& in, const Lesson& lesson);

// The number that a claim about a schedule speaks of: an expression over `end`, `busy`,
// `overlapped`, and of each call, counted from 1, `begin3` and `end3` of its work (of the host's
// waiting, where it has none) and `returns3`.
[[nodiscard]] Result<double> scheduled_value(const Lesson& lesson, const Claim& claim);

}  // namespace lanescope::lesson
