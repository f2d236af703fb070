#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "lab/lesson/lesson.hpp"

namespace lanescope::lesson {

struct ClaimVerdict;  // lab/lesson/check.hpp

// The lines that a text names, in its order: 5 and 11 of "line 5 and line 11", of "lines 5, 11".
[[nodiscard]] std::vector<std::uint32_t> lines_named(std::string_view text);

// A verdict for each question whose prompt names lines of the source when no command of its step
// leads to one of them (`goto line=12`). Nothing when all is well.
[[nodiscard]] std::vector<ClaimVerdict> check_lines_are_shown(const Lesson& lesson);

}  // namespace lanescope::lesson
