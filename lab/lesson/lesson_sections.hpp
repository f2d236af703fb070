#pragma once

#include <string>

#include "lab/lesson/lesson.hpp"
#include "lab/lesson/lesson_text.hpp"

namespace lanescope::lesson {

// Reads lesson.md into the lesson's introduction, steps, exercises and notes on teaching; its
// claims are known. Each step and exercise needs one section, and each section its step.
[[nodiscard]] Result<void> read_sections(Lesson* lesson, const std::string& file);

// lesson.md as it is written: claims stand in braces. Where a lesson was read, numbers stand in
// their places.
[[nodiscard]] Result<LessonText> written_text(const Lesson& lesson);
// The lesson with its texts as its files have them: claims stand in braces. As it is where these
// cannot be read.
[[nodiscard]] Lesson as_written(const Lesson& lesson);

}  // namespace lanescope::lesson
