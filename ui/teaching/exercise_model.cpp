#include "ui/teaching/exercise_model.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "lab/lesson/exercise.hpp"
#include "ui/session/exercise_book.hpp"
#include "ui/teaching/lesson_words.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::teaching {
namespace {

TrialModel trial_of(const lesson::ParameterValues& values) {
  TrialModel trial;
  std::string set;
  for (const auto& [name, value] : values) {
    trial.values += fmt::format("{}{} = {}", trial.values.empty() ? "" : ", ", name, value);
    set += fmt::format(" {}={}", name, value);
  }
  if (!set.empty()) trial.command = "set" + set;
  return trial;
}

void add_trials(const lesson::Attempt& attempt, const lesson::ExerciseVerdict* verdict,
                ExerciseModel& model) {
  for (const lesson::ParameterValues& values : lesson::trials_of(attempt)) {
    TrialModel trial = trial_of(values);
    const std::size_t index = model.trials.size();
    if (verdict != nullptr && index < verdict->trials.size()) {
      trial.problem = verdict->trials[index].problem;
      trial.passed = trial.problem.empty();
    }
    model.trials.push_back(std::move(trial));
  }
}

void add_goals(const lesson::Exercise& exercise, const lesson::ExerciseVerdict* verdict,
               ExerciseModel& model) {
  for (std::size_t i = 0; i < exercise.goals.size(); ++i) {
    const lesson::Exercise::Goal& wanted = exercise.goals[i];
    CheckModel goal{sentence_about(wanted.text, wanted.metric), std::nullopt};
    if (verdict != nullptr && i < verdict->goals.size()) goal.holds = verdict->goals[i];
    model.goals.push_back(std::move(goal));
  }
}

void add_hints(const session::Session& session, const lesson::Exercise& exercise,
               const std::string& key, ExerciseModel& model) {
  const std::size_t count =
      std::min<std::size_t>(session.state().progress.hints_shown(key), exercise.hints.size());
  for (std::size_t i = 0; i < count; ++i)
    model.hints.push_back(without_code_marks(exercise.hints[i]));
  model.hints_left = exercise.hints.size() - count;
}

std::string words_of(const lesson::ExerciseVerdict& verdict) {
  if (!verdict.compiled) return say("It does not compile: {}", verdict.problem);
  const auto right = std::ranges::count_if(
      verdict.trials, [](const lesson::ExerciseVerdict::Trial& t) { return t.problem.empty(); });
  if (verdict.solved)
    return say("Solved: {} runs agree with a plain computation, every goal is reached.", right);
  const bool all_right = right == static_cast<std::ptrdiff_t>(verdict.trials.size());
  if (all_right) return tr("Not yet: every run is right, but a goal is missed.");
  return say("Not yet: {} of {} runs are right.", right, verdict.trials.size());
}

}  // namespace

std::optional<ExerciseModel> exercise_model(const session::Session& session) {
  const lesson::Exercise* exercise = session.exercise();
  if (exercise == nullptr) return std::nullopt;
  const lesson::Lesson& lesson = *session.lesson();
  const view::State& state = session.state();
  ExerciseModel model;
  const std::string key = session::exercise_key(lesson, *exercise);
  const std::string own = state.experiment.edit_of(exercise->id);
  const background::ExerciseCheck& check = session.exercise_check();
  const lesson::ExerciseVerdict* verdict = check.verdict(key, own);
  add_goals(*exercise, verdict, model);
  add_trials({*exercise, lesson.trials, {}}, verdict, model);
  add_hints(session, *exercise, key, model);
  model.started = !own.empty();
  model.text_aside = !state.experiment.edit_of(exercise->id + "/aside").empty();
  model.shows_solution = state.experiment.rung == exercise->solution.id;
  model.on_screen = model.shows_solution || state.experiment.rung == exercise->start.id;
  model.asked = state.progress.solution_asked;
  model.checking = check.pending();
  model.editing = state.tools.editing;
  const auto mark = state.progress.exercises.find(key);
  const bool solved = mark != state.progress.exercises.end() && mark->second.solved;
  if (model.checking) {
    model.verdict = tr("Checking …");
  } else if (verdict != nullptr) {
    model.verdict = words_of(*verdict);
    model.passed = verdict->solved;
  } else if (solved) {
    model.verdict = tr("You have solved it before.");
    model.passed = true;
  } else if (check.has_judged(key)) {
    model.verdict = tr("The text has changed since it was checked.");
  }
  return model;
}

}  // namespace lanescope::ui::teaching
