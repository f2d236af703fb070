#include "ui/teaching/lesson_model.hpp"

#include <cmath>

#include "lab/lesson/metric.hpp"
#include "ui/teaching/lesson_words.hpp"

namespace lanescope::ui::teaching {
namespace {

// "claim-id: sentence": ticked when the run on screen is the claim's and its number holds.
CheckModel check_of(const session::Session& session, const std::string& text) {
  const auto colon = text.find(':');
  CheckModel check;
  if (colon == std::string::npos) {
    check.sentence = without_code_marks(text);
    return check;
  }
  const auto begin = text.find_first_not_of(' ', colon + 1);
  check.sentence = without_code_marks(begin == std::string::npos ? "" : text.substr(begin));
  const lesson::Claim* claim = session.lesson()->find_claim(text.substr(0, colon));
  if (claim != nullptr) check.sentence = sentence_about(check.sentence, claim->metric);
  const auto& run = session.run();
  if (claim == nullptr || run == nullptr || !run->complete || run->trace == nullptr) return check;
  if (!is_about_run_on_screen(session, *claim)) return check;
  if (const auto found = lesson::evaluate_metric(*run, claim->metric)) {
    check.holds = std::abs(*found - claim->value) <= claim->tolerance + 1e-9;
  }
  return check;
}

}  // namespace

std::optional<LessonModel> lesson_model(const session::Session& session) {
  const lesson::Lesson* lesson = session.lesson();
  const lesson::LessonStep* step = session.step();
  if (lesson == nullptr) return std::nullopt;
  LessonModel model;
  model.step = session.state().experiment.lesson_step;
  model.steps = static_cast<std::uint32_t>(lesson->steps.size());
  model.exercises = static_cast<std::uint32_t>(lesson->exercises.size());
  if (const lesson::Exercise* exercise = session.exercise()) {
    model.title = exercise->title;
    model.text = exercise->text;
    return model;
  }
  if (step == nullptr) return std::nullopt;
  model.title = step->title;
  model.text = step->text;
  if (step->question) model.question = question_model(session, *step->question, step->id);
  // A check would tell what the question asks.
  if (!model.question || model.question->revealed) {
    for (const std::string& text : step->checks) model.checks.push_back(check_of(session, text));
  }
  return model;
}

}  // namespace lanescope::ui::teaching
