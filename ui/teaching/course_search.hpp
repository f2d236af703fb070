#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/lesson/lesson.hpp"

namespace lanescope::ui::teaching {

// A step of the course in whose title or text all words stand.
struct FoundStep {
  const lesson::Lesson* lesson = nullptr;
  std::size_t step = 0;  // index
  bool in_title = false;
  std::string around;  // the first word in its sentence, "… one line"
};
// Whatever the case; those with the words in their title first, then in the order of the course; at
// most `most`. Words of fewer than three letters together find nothing.
[[nodiscard]] std::vector<FoundStep> search_course(std::span<const lesson::Lesson> lessons,
                                                   std::string_view words, std::size_t most = 12);

}  // namespace lanescope::ui::teaching
