#include <array>
#include <string>
#include <utility>

#include "lab/lesson/choice.hpp"
#include "ui/commands/command_rows.hpp"
#include "ui/teaching/clicked_answer.hpp"
#include "ui/teaching/question_model.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::commands {
namespace {

Result<void> lesson_row(session::SessionEditor& e, const session::Command& c) {
  const auto id = needed(c, "id");
  if (!id) return id.error();
  std::uint32_t step = 1;
  if (argument(c, "step")) {
    const auto given = small_number(c, "step");
    if (!given) return given.error();
    step = *given;
  }
  if (step == 0) return bad_input(tr("steps count from 1"));
  return e.lesson().open_lesson(*id, step - 1);
}

Result<void> next_row(session::SessionEditor& e, const session::Command&) {
  return e.lesson().open_step(e.state().experiment.lesson_step + 1);
}
Result<void> back_row(session::SessionEditor& e, const session::Command&) {
  if (e.state().experiment.lesson_step == 0)
    return bad_input(tr("this is the lesson's first step"));
  return e.lesson().open_step(e.state().experiment.lesson_step - 1);
}

bool has_question(const session::Session& session) {
  return session.step() != nullptr && session.step()->question.has_value();
}

Result<void> choose(const lesson::Question& question, const session::Command& c,
                    view::Answer& answer) {
  if (question.choices.empty())
    return bad_input(tr("the question has no choices: answer it with number=N"));
  const auto choice = number(c, "choice");
  if (!choice) return choice.error();
  if (*choice >= question.choices.size())
    return bad_input(say("the question has {} choices, counted from 0", question.choices.size()));
  answer.choice = static_cast<int>(*choice);
  return {};
}

Result<void> type_number(const lesson::Question& question, const std::string& text,
                         view::Answer& answer) {
  if (!question.choices.empty())
    return bad_input(tr("the question has choices: answer it with choice=N"));
  if (!text.empty() && !lesson::number_of_choice(text))
    return bad_input(say("'{}' is no number", text));
  answer.number = text;
  return {};
}

Result<void> answer_row(session::SessionEditor& e, const session::Command& c) {
  const lesson::LessonStep& step = *e.session().step();
  view::LessonProgress progress = e.state().progress;
  view::Answer& answer = progress.answers[step.id];
  if (answer.revealed) return bad_input(tr("the answer has been revealed"));
  const auto typed = argument(c, "number");
  Result<void> given =
      typed ? type_number(*step.question, *typed, answer) : choose(*step.question, c, answer);
  if (!given) return given;
  e.set(std::move(progress));
  return {};
}

// The keys 1, 2, 3 and 4.
template <std::size_t N>
Result<void> answer_with(session::SessionEditor& e, const session::Command&) {
  return answer_row(e, {"answer", {{"choice", std::to_string(N)}}});
}

bool is_clicked(const session::Session& session) {
  using lesson::AnswerBy;
  if (!has_question(session) || session.trace() == nullptr) return false;
  const AnswerBy by = session.step()->question->answer_by;
  return by != AnswerBy::Choice && by != AnswerBy::Number;
}

// The keys that answer what a click does.
template <int By>
Result<void> move_answer(session::SessionEditor& e, const session::Command&) {
  auto to = teaching::neighbour_answer(e.session(), e.session().step()->question->answer_by, By);
  if (!to) return bad_input(tr("there is nothing further to answer by"));
  e.cursor().select(std::move(*to));
  return {};
}

// The answer plays as the question's commands, or as the animation of the step on screen.
Result<void> reveal_row(session::SessionEditor& e, const session::Command&) {
  const lesson::LessonStep& step = *e.session().step();
  view::LessonProgress progress = e.state().progress;
  view::Answer& answer = progress.answers[step.id];
  const bool first = !std::exchange(answer.revealed, true);
  if (const auto clicked = teaching::clicked_answer(e.session(), step.question->answer_by);
      first && clicked && answer.number.empty())
    answer.number = std::to_string(*clicked);
  e.set(std::move(progress));
  e.cursor().set_beat(e.state().cursor.beat, false);
  if (first && !step.question->commands.empty())
    return e.lesson().queue_commands(step.question->commands);
  e.cursor().replay_step();
  return {};
}

// The exercises stand behind the last step.
bool not_last(const session::Session& s) {
  if (s.lesson() == nullptr) return false;
  const std::size_t places = s.lesson()->steps.size() + s.lesson()->exercises.size();
  return s.state().experiment.lesson_step + 1 < places;
}
bool not_first(const session::Session& s) {
  return s.lesson() != nullptr && s.state().experiment.lesson_step > 0;
}

constexpr std::array kRows{
    CommandRow{"lesson", mark("Lesson"), "", "id=ID [step=N]",
               mark("Opens a lesson, at a step counted from 1."), mark("Lesson"), always,
               lesson_row},
    CommandRow{"lesson-next", mark("Next step of the lesson"), "Ctrl+Right", "",
               mark("Goes on in the lesson."), mark("Lesson"), not_last, next_row},
    CommandRow{"lesson-back", mark("Back in the lesson"), "Ctrl+Left", "",
               mark("Goes back in the lesson."), mark("Lesson"), not_first, back_row},
    CommandRow{"answer", mark("Predict"), "", "choice=N|number=N",
               mark("Answers the lesson's question: one of its choices, counted from 0, or a "
                    "number."),
               mark("Lesson"), has_question, answer_row},
    CommandRow{"answer-1", mark("Predict the first choice"), "1", "",
               mark("Chooses the first answer."), mark("Lesson"), has_choice<0>, answer_with<0>},
    CommandRow{"answer-2", mark("Predict the second choice"), "2", "",
               mark("Chooses the second answer."), mark("Lesson"), has_choice<1>, answer_with<1>},
    CommandRow{"answer-3", mark("Predict the third choice"), "3", "",
               mark("Chooses the third answer."), mark("Lesson"), has_choice<2>, answer_with<2>},
    CommandRow{"answer-4", mark("Predict the fourth choice"), "4", "",
               mark("Chooses the fourth answer."), mark("Lesson"), has_choice<3>, answer_with<3>},
    CommandRow{
        "answer-on", mark("Answer by the next one"), "Alt+Right", "",
        mark("Selects the next lane, warp, line, element, word or sector, where the question "
             "is answered by a click."),
        mark("Lesson"), is_clicked, move_answer<1>},
    CommandRow{"answer-before", mark("Answer by the one before"), "Alt+Left", "",
               mark("Selects the lane, warp, line, element, word or sector before, where the "
                    "question is answered by a click."),
               mark("Lesson"), is_clicked, move_answer<-1>},
    CommandRow{"reveal", mark("Reveal the answer"), "R", "",
               mark("Shows what the run gives, and plays the step."), mark("Lesson"), has_question,
               reveal_row},
};

}  // namespace

std::span<const CommandRow> lesson_rows() { return kRows; }

}  // namespace lanescope::ui::commands
