#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/session/session.hpp"
#include "ui/teaching/lesson_model.hpp"

namespace lanescope::ui::teaching {

// What the Lesson panel draws behind the last step, under an exercise's text.
struct TrialModel {
  std::string values;          // "block = 96, n = 1000"
  std::string problem;         // the first thing that is wrong
  std::optional<bool> passed;  // empty: not run yet
  std::string command;         // runs the kernel on screen with these values
};
struct ExerciseModel {
  std::vector<CheckModel> goals;
  std::vector<TrialModel> trials;
  std::vector<std::string> hints;  // those that were asked for
  std::size_t hints_left = 0;
  std::string verdict;          // one sentence, or empty
  bool passed = false;          // the verdict is a good one
  bool started = false;         // there is a text of one's own
  bool text_aside = false;      // and one that was put aside
  bool on_screen = false;       // the exercise's kernel, or its solution
  bool shows_solution = false;  // which of them
  bool asked = false;           // for the solution, once
  bool checking = false;
  bool editing = false;
};
// Nothing where no exercise is open.
[[nodiscard]] std::optional<ExerciseModel> exercise_model(const session::Session& session);

}  // namespace lanescope::ui::teaching
