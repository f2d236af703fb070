#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "lab/lesson/later_subjects.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::teaching {

// A line of the course's menu: a lesson, or a subject that has none yet.
struct CourseRow {
  std::string id, title;  // no id: nothing to open
  std::string about;      // what it is about, and what it builds on: a tooltip
  std::size_t solved = 0, exercises = 0;
  bool here = false;
  std::string state;  // of a subject without a lesson: "to come", or the command that there is
};
// The lessons as a path: in their order, each with the later subjects that go on from it.
[[nodiscard]] std::vector<CourseRow> course_rows(const session::Session& session,
                                                 std::span<const lesson::LaterSubject> later = {});

}  // namespace lanescope::ui::teaching
