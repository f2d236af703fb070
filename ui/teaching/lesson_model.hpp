#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/session/session.hpp"

namespace lanescope::ui {

// What the Lesson panel draws.
struct ChoiceMark {
  std::string text;
  bool chosen = false, correct = false;
};
struct QuestionModel {
  std::string prompt, explanation;
  std::string recorded;  // of a question about recorded times: on which GPU, and how large
  std::vector<ChoiceMark> choices;
  bool answered = false, revealed = false;
  std::optional<double> found;  // what the run gives that it asks for
  std::string verdict;          // after the reveal: "The run gives 94: right."
};
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
[[nodiscard]] std::optional<LessonModel> lesson_model(const Session& session);
// Whether the run on screen is the one that the claim speaks of.
[[nodiscard]] bool is_about_run_on_screen(const Session& session, const lab::Claim& claim);

// What the run gives that the step's question asks for, revealed or not; empty: not known.
[[nodiscard]] std::optional<double> answer_to(const Session& session);

// Of a check or a goal: says that it is about the PTX where the metric is.
[[nodiscard]] std::string sentence_about(const std::string& sentence, std::string_view metric);
// A question's text as panels show it: they have no second typeface for `code`.
[[nodiscard]] std::string without_code_marks(std::string text);
// {{claim-id}} replaced by the claim's number.
[[nodiscard]] std::string expand_claims(const std::string& text, const lab::Lesson& lesson);
// "94", "0.75", "1,024".
[[nodiscard]] std::string claim_number(double value);

}  // namespace lanescope::ui
