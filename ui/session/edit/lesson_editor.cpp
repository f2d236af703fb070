#include "ui/session/edit/lesson_editor.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "lab/experiment/file.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "lab/lesson/metric.hpp"
#include "ui/session/exercise_book.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::session {
namespace {

bool asks_for_time(const lesson::LessonStep& step) {
  return std::ranges::any_of(step.commands,
                             [](const std::string& text) { return text.starts_with("time "); });
}
bool asks_for_time(const lesson::Exercise& exercise) {
  return std::ranges::any_of(exercise.goals, [](const lesson::Exercise::Goal& goal) {
    return lesson::asks_for_time(goal.metric);
  });
}

// On which machine stays as it was chosen.
void begin_time(view::TimeView& time, bool on) {
  view::TimeView begun;
  begun.on = on;
  begun.machine = std::move(time.machine);
  begun.warm = time.warm;
  time = std::move(begun);
}

}  // namespace

Result<void> LessonEditor::open_lesson(const std::string& id, std::uint32_t step) {
  const auto& lessons = session_.lessons_;
  const auto found = std::ranges::find(lessons, id, &lesson::Lesson::id);
  if (found == lessons.end()) return bad_input(say("there is no lesson '{}'", id));
  const std::size_t places = found->steps.size() + found->exercises.size();
  if (step > 0 && step >= places)
    return bad_input(say("the lesson has {} steps", found->steps.size()));
  if (found->rungs.empty()) return bad_input(say("the lesson '{}' has no rungs", id));
  view::State& state = session_.state_;
  state.experiment.lesson = id;
  state.experiment.rung.clear();
  state.experiment.lesson_step = 0;
  state.experiment.pasted.reset();
  state.experiment.arguments.clear();
  state.progress.answers.clear();
  if (state.tools.compare.pinned == nullptr) state.tools.compare = {};
  state.tools.sweep = {};
  session_.ladder_.clear();
  if (places > 0) return open_step(step);
  if (auto entered = experiment_.enter_rung(found->rungs.front().id); !entered) return entered;
  return experiment_.rerun();
}

Result<void> LessonEditor::open_step(std::uint32_t index) {
  const lesson::Lesson* lesson = session_.lesson();
  if (lesson == nullptr) return bad_input(tr("no lesson is open"));
  const std::size_t behind = index - std::min<std::size_t>(index, lesson->steps.size());
  if (index >= lesson->steps.size() && behind < lesson->exercises.size())
    return open_exercise(behind);
  if (index >= lesson->steps.size()) {
    return bad_input(say("the lesson has {} steps", lesson->steps.size()));
  }
  const lesson::LessonStep& step = lesson->steps[index];
  std::string rung = step.rung.empty() ? session_.state_.experiment.rung : step.rung;
  if (rung.empty() && !lesson->rungs.empty()) rung = lesson->rungs.front().id;
  if (auto begun = begin_step(index, rung, step.set); !begun) return begun;
  begin_time(session_.state_.tools.time, asks_for_time(step));
  if (auto queued = queue_commands(step.commands); !queued) return queued;
  if (!step.panels.empty()) session_.state_.focus.go_to(step.panels.front());
  return experiment_.rerun();
}

Result<void> LessonEditor::open_exercise(std::size_t index, bool solution) {
  const lesson::Lesson* lesson = session_.lesson();
  if (lesson == nullptr || lesson->exercises.empty())
    return bad_input(tr("this lesson has no exercise"));
  if (index >= lesson->exercises.size())
    return bad_input(say("the lesson has {} exercises", lesson->exercises.size()));
  const lesson::Exercise& exercise = lesson->exercises[index];
  const std::string& rung = solution ? exercise.solution.id : exercise.start.id;
  if (session_.exercise() == &exercise) return experiment_.open_rung(rung);
  const auto place = static_cast<std::uint32_t>(lesson->steps.size() + index);
  if (auto begun = begin_step(place, rung, exercise.set); !begun) return begun;
  begin_time(session_.state_.tools.time, asks_for_time(exercise));
  if (auto queued = queue_commands({}); !queued) return queued;
  session_.state_.focus.go_to("lesson");
  return experiment_.rerun();
}

Result<void> LessonEditor::begin_step(std::uint32_t index, const std::string& rung,
                                      const lesson::ParameterValues& set) {
  view::State& state = session_.state_;
  state.experiment.lesson_step = index;
  state.cursor.playing = false;
  if (auto entered = experiment_.enter_rung(rung); !entered) return entered;
  view::ChosenExperiment& chosen = state.experiment;
  chosen.values = lesson::initial_values(*session_.rung());
  for (const auto& [name, value] : set) chosen.values[name] = value;
  chosen.machine = {};
  chosen.input.clear();
  chosen.arguments.clear();
  chosen.window = {};
  const view::Appearance fresh;
  state.appearance.phase_view = fresh.phase_view;
  state.appearance.flow_view = fresh.flow_view;
  state.appearance.grid_view = fresh.grid_view;
  state.tools.image = {};
  if (state.tools.compare.pinned == nullptr) state.tools.compare = {};
  state.tools.sweep = {};
  state.progress.solution_asked = false;
  ++state.focus.steps;
  cursor_.select({});
  cursor_.follow_step();  // the old run stays on screen until there is a new one, maybe for long
  session_.awaited_.go_to(view::RelativeMoment{});
  return {};
}

Result<void> LessonEditor::check_exercise() {
  const lesson::Exercise* exercise = session_.exercise();
  if (exercise == nullptr) return bad_input(tr("no exercise is open"));
  const lesson::Lesson& lesson = *session_.lesson();
  std::string edited = session_.state_.experiment.edit_of(exercise->id);
  auto text = edited.empty() ? experiment::read_text(exercise->start.file) : Result(edited);
  if (!text) return text.error();
  session_.check_.ask(exercise_key(lesson, *exercise), {*exercise, lesson.trials, std::move(*text)},
                      std::move(edited));
  return {};
}

Result<void> LessonEditor::queue_commands(const std::vector<std::string>& of_step) {
  std::vector<Command> all;
  for (const std::string& text : of_step) {
    auto commands = parse_script(text);
    if (!commands) return commands.error();
    std::ranges::move(*commands, std::back_inserter(all));
  }
  session_.script_.begin_step(std::move(all));
  return {};
}

}  // namespace lanescope::ui::session
