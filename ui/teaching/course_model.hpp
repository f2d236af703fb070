#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ui/session/session.hpp"

namespace lanescope::ui::teaching {

// A line of the course's menu.
struct CourseRow {
  std::string id, title;
  std::string about;  // what it is about, and what it builds on: a tooltip
  std::size_t solved = 0, exercises = 0;
  bool here = false;
};
// The lessons as a path: in their order.
[[nodiscard]] std::vector<CourseRow> course_rows(const session::Session& session);

}  // namespace lanescope::ui::teaching
