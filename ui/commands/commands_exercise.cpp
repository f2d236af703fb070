#include <array>
#include <utility>

#include "ui/commands/command_rows.hpp"
#include "ui/session/exercise_book.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::commands {
namespace {

bool has_exercise(const session::Session& s) {
  return s.lesson() != nullptr && !s.lesson()->exercises.empty();
}
// The one that is open, or else the lesson's first. There is one.
std::size_t index_of_exercise(const session::Session& s) {
  const lesson::Exercise* open = s.exercise();
  return open == nullptr ? 0 : static_cast<std::size_t>(open - s.lesson()->exercises.data());
}
const lesson::Exercise& exercise_of(const session::Session& s) {
  return s.lesson()->exercises[index_of_exercise(s)];
}
Result<void> open_kernel(session::SessionEditor& e) {
  return e.lesson().open_exercise(index_of_exercise(e.session()));
}

Result<void> open_row(session::SessionEditor& e, const session::Command& c) {
  const auto id = argument(c, "id");
  if (!id) return open_kernel(e);
  const lesson::Lesson& lesson = *e.session().lesson();
  const lesson::Exercise* wanted = lesson.find_exercise(*id);
  if (wanted == nullptr) return bad_input(say("there is no exercise '{}' in this lesson", *id));
  return e.lesson().open_exercise(static_cast<std::size_t>(wanted - lesson.exercises.data()));
}

Result<void> reset_row(session::SessionEditor& e, const session::Command&) {
  if (auto opened = open_kernel(e); !opened) return opened;
  view::Tools tools = e.state().tools;
  tools.editing = true;
  e.set(std::move(tools));
  e.focus("source");
  return e.experiment().put_source_aside();
}

bool has_text_aside(const session::Session& s) {
  return has_exercise(s) && !s.state().experiment.edit_of(exercise_of(s).id + "/aside").empty();
}
Result<void> take_back_row(session::SessionEditor& e, const session::Command&) {
  if (auto opened = open_kernel(e); !opened) return opened;
  return e.experiment().take_source_back();
}

Result<void> check_row(session::SessionEditor& e, const session::Command&) {
  const session::Session& s = e.session();
  if (s.exercise() == nullptr || s.state().experiment.rung == s.exercise()->solution.id) {
    if (auto opened = open_kernel(e); !opened) return opened;
  }
  return e.lesson().check_exercise();
}

// Whoever has not solved it is asked first: the first time this says so, the second time it shows.
Result<void> solution_row(session::SessionEditor& e, const session::Command&) {
  const session::Session& s = e.session();
  view::LessonProgress progress = e.state().progress;
  view::ExerciseMark& mark = progress.exercises[session::exercise_key(*s.lesson(), exercise_of(s))];
  const bool sure = mark.solved || mark.solution_seen || progress.solution_asked;
  if (!sure && s.exercise() == nullptr) {
    if (auto opened = open_kernel(e); !opened) return opened;
  }
  progress.solution_asked = !sure;
  mark.solution_seen |= sure;
  e.set(std::move(progress));
  if (!sure) {
    e.focus("lesson");
    return {};
  }
  return e.lesson().open_exercise(index_of_exercise(s), true);
}

bool has_hint(const session::Session& s) {
  if (!has_exercise(s)) return false;
  const lesson::Exercise& exercise = exercise_of(s);
  const std::string key = session::exercise_key(*s.lesson(), exercise);
  return s.state().progress.hints_shown(key) < exercise.hints.size();
}
Result<void> hint_row(session::SessionEditor& e, const session::Command&) {
  const session::Session& s = e.session();
  view::LessonProgress progress = e.state().progress;
  ++progress.hints[session::exercise_key(*s.lesson(), exercise_of(s))];
  e.set(std::move(progress));
  if (s.exercise() == nullptr) return open_kernel(e);
  e.focus("lesson");
  return {};
}

bool was_asked(const session::Session& s) { return s.state().progress.solution_asked; }
Result<void> not_yet_row(session::SessionEditor& e, const session::Command&) {
  view::LessonProgress progress = e.state().progress;
  progress.solution_asked = false;
  e.set(std::move(progress));
  return {};
}

constexpr std::array kRows{
    CommandRow{"exercise-open", mark("Open the exercise"), "", "[id=ID]",
               mark("Opens the lesson's exercise, or one of several, with what you have written so "
                    "far."),
               mark("Lesson"), has_exercise, open_row},
    CommandRow{"exercise-reset", mark("Start the exercise from the template"), "", "",
               mark("Loads the exercise's template into the editor; your own text is put aside."),
               mark("Lesson"), has_exercise, reset_row},
    CommandRow{"exercise-take-back", mark("Take back your own text of the exercise"), "", "",
               mark("Changes the text in the editor for the one that was put aside."),
               mark("Lesson"), has_text_aside, take_back_row},
    CommandRow{"exercise-check", mark("Check the exercise"), "Ctrl+Shift+Return", "",
               mark("Judges your text of the exercise: every trial, and the goals."),
               mark("Lesson"), has_exercise, check_row},
    CommandRow{"exercise-hint", mark("Next hint for the exercise"), "", "",
               mark("Shows one more hint; each tells more than the one before."), mark("Lesson"),
               has_hint, hint_row},
    CommandRow{"exercise-solution", mark("Show the exercise's solution"), "", "",
               mark("Asks first, and shows the solution the second time; your own text stays."),
               mark("Lesson"), has_exercise, solution_row},
    CommandRow{"exercise-not-yet", mark("Do not show the solution yet"), "", "",
               mark("Takes back that the solution was asked for."), mark("Lesson"), was_asked,
               not_yet_row},
};

}  // namespace

std::span<const CommandRow> exercise_rows() { return kRows; }

}  // namespace lanescope::ui::commands
