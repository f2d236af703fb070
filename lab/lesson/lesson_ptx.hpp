#pragma once

#include <vector>

#include "lab/lesson/check.hpp"
#include "lab/lesson/lesson.hpp"

namespace lanescope::lesson {

// A verdict for each text of the lesson that tells or asks for a number of the PTX's instructions
// and does not say "PTX": a paragraph of lesson.md with such a claim, the prompt of a question, an
// explanation with such a claim. Nothing when all is well.
[[nodiscard]] std::vector<ClaimVerdict> check_ptx_is_named(const Lesson& lesson);

}  // namespace lanescope::lesson
