#pragma once

#include <string>
#include <vector>

#include "lab/lesson/lesson.hpp"
#include "lab/lesson/lesson_reader.hpp"

namespace lanescope::app {

// The lessons that a command line means.
struct WantedLessons {
  std::vector<lesson::Lesson> lessons;
  std::vector<lesson::BrokenLesson> broken;
};

// All lessons when none is named.
[[nodiscard]] Result<WantedLessons> wanted_lessons(const std::vector<std::string>& ids);

// On standard error.
void complain_of(const std::vector<lesson::BrokenLesson>& broken);

}  // namespace lanescope::app
