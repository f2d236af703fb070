#pragma once

#include <string>

#include "lab/lesson/lesson.hpp"

namespace lanescope::lesson {

// Reads lesson.md into the lesson's introduction, steps, exercises and notes on teaching; its
// claims are known. Each step and exercise needs a section, and each section its step.
[[nodiscard]] Result<void> read_sections(Lesson* lesson, const std::string& file);

}  // namespace lanescope::lesson
