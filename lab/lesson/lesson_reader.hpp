#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "lab/lesson/lesson.hpp"

namespace lanescope::lesson {

// Reads one lesson folder; errors name file and line.
[[nodiscard]] Result<Lesson> load_lesson(const std::filesystem::path& folder);
// A lesson that cannot be read.
struct BrokenLesson {
  std::string id;  // its folder's name
  Error error;
};
// All lessons under `root` in the order of their `order` key. Those that cannot be read are left
// out and told in `broken`; without it they are an Error.
[[nodiscard]] Result<std::vector<Lesson>> load_lessons(const std::filesystem::path& root,
                                                       std::vector<BrokenLesson>* broken = nullptr);

}  // namespace lanescope::lesson
