#pragma once

#include <string_view>

#include "ui/panels/panel.hpp"
#include "ui/teaching/exercise_model.hpp"
#include "ui/teaching/lesson_model.hpp"
#include "ui/widgets/buttons.hpp"

namespace lanescope::ui::panels::lesson {

// One of the buttons that stand beside each other; its press posts the command.
struct LessonButton {
  const char* id;
  std::string_view words;
  const char* command;
  widgets::Emphasis emphasis = widgets::Emphasis::Plain;
  bool enabled = true;
};

// ○ not asked yet   ✓ holds   ✗ does not; and the sentence.
void draw_check(const style::Style& style, const teaching::CheckModel& check);
// With the gap behind it.
[[nodiscard]] float check_height(const style::Style& style, const teaching::CheckModel& check,
                                 float width);

// Under the exercise's text: goals, the runs that are tried, what the last check said, and the
// buttons.
//
//   [ Edit ] [ Start from the template ]
//   Not yet: 1 of 5 runs are right.
//   [ Hint 1 of 3 ]
//   ✓ No bank is asked twice
//   ✗ block = 96, n = 1000
//     out[0] is 1312, and a plain computation gives 1984
//   [ Show the solution ]
// `judged`: just now; the verdict is scrolled to.
void draw_exercise(Frame& frame, const teaching::ExerciseModel& model, bool judged);

}  // namespace lanescope::ui::panels::lesson
