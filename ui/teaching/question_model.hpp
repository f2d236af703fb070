#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ui/session/session.hpp"

namespace lanescope::ui::teaching {

// What the Lesson panel and the projector draw of a step's question.
struct ChoiceMark {
  std::string text;
  bool chosen = false, correct = false;
  std::uint32_t before = 0, after = 0;  // hands of the class
  std::string misconception;            // what it would mean to take it; not for the class yet
};
struct QuestionModel {
  std::string prompt, explanation;
  std::string recorded;  // of a question about recorded times: on which GPU, and how large
  lesson::AnswerBy answer_by = lesson::AnswerBy::Choice;
  std::vector<ChoiceMark> choices;  // none unless it is answered by one
  std::string given;                // else: "94", "lane 7"; empty: nothing yet
  bool answered = false, revealed = false;
  bool vote_shown = false, second_vote = false;
  std::optional<double> found;  // what the run gives that it asks for
  std::string verdict;          // after the reveal: "The run gives 94: right."
  // After the reveal, of each wrong choice that somebody took: what it would mean.
  std::vector<std::string> misconceptions;
};
[[nodiscard]] QuestionModel question_model(const session::Session& session,
                                           const lesson::Question& question,
                                           const std::string& step);

// "A", "B", …: what a class calls the choices.
[[nodiscard]] std::string choice_letter(std::size_t index);
// What the run gives that the step's question asks for, revealed or not; empty: not known.
[[nodiscard]] std::optional<double> answer_to(const session::Session& session);

}  // namespace lanescope::ui::teaching
