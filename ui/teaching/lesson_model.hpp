#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ui/session/session.hpp"
#include "ui/teaching/question_model.hpp"

namespace lanescope::ui::teaching {

// What the Lesson panel draws.
struct CheckModel {
  std::string sentence;
  std::optional<bool> holds;  // empty: not asked of the run on screen
};
struct LessonModel {
  std::string title, text;  // text: Markdown
  // From step == steps on: the exercises (exercise_model.hpp).
  std::uint32_t step = 0, steps = 0, exercises = 0;
  std::optional<QuestionModel> question;
  std::vector<CheckModel> checks;
};
[[nodiscard]] std::optional<LessonModel> lesson_model(const session::Session& session);

}  // namespace lanescope::ui::teaching
