#include <array>
#include <utility>

#include "ui/commands/command_rows.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui {
namespace {

bool has_exercise(const Session& s) { return s.lesson() != nullptr && s.lesson()->exercise; }
bool is_solution(const Session& s) { return s.state().experiment.rung == lab::kSolutionRung; }

Result<void> open_row(SessionEditor& e, const Command&) {
  return e.lesson().open_exercise(lab::kExerciseRung);
}

Result<void> reset_row(SessionEditor& e, const Command&) {
  if (auto opened = e.lesson().open_exercise(lab::kExerciseRung); !opened) return opened;
  Tools tools = e.state().tools;
  tools.editing = true;
  e.set(std::move(tools));
  e.focus("source");
  return e.experiment().put_source_aside();
}

bool has_text_aside(const Session& s) {
  return has_exercise(s) &&
         !s.state().experiment.edit_of(std::string(lab::kExerciseRung) + "/aside").empty();
}
Result<void> take_back_row(SessionEditor& e, const Command&) {
  if (auto opened = e.lesson().open_exercise(lab::kExerciseRung); !opened) return opened;
  return e.experiment().take_source_back();
}

Result<void> check_row(SessionEditor& e, const Command&) {
  if (e.session().exercise() == nullptr || is_solution(e.session())) {
    if (auto opened = e.lesson().open_exercise(lab::kExerciseRung); !opened) return opened;
  }
  return e.lesson().check_exercise();
}

// Whoever has not solved it is asked first: the first time this says so, the second time it shows.
Result<void> solution_row(SessionEditor& e, const Command&) {
  LessonProgress progress = e.state().progress;
  ExerciseMark& mark = progress.exercises[e.state().experiment.lesson];
  const bool sure = mark.solved || mark.solution_seen || progress.solution_asked;
  if (!sure && e.session().exercise() == nullptr) {
    if (auto opened = e.lesson().open_exercise(lab::kExerciseRung); !opened) return opened;
  }
  progress.solution_asked = !sure;
  mark.solution_seen |= sure;
  e.set(std::move(progress));
  if (!sure) {
    e.focus("lesson");
    return {};
  }
  return e.lesson().open_exercise(lab::kSolutionRung);
}

bool was_asked(const Session& s) { return s.state().progress.solution_asked; }
Result<void> not_yet_row(SessionEditor& e, const Command&) {
  LessonProgress progress = e.state().progress;
  progress.solution_asked = false;
  e.set(std::move(progress));
  return {};
}

constexpr std::array kRows{
    CommandRow{"exercise-open", mark("Open the exercise"), "", "",
               mark("Opens the lesson's exercise, with what you have written so far."),
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
    CommandRow{"exercise-solution", mark("Show the exercise's solution"), "", "",
               mark("Asks first, and shows the solution the second time; your own text stays."),
               mark("Lesson"), has_exercise, solution_row},
    CommandRow{"exercise-not-yet", mark("Do not show the solution yet"), "", "",
               mark("Takes back that the solution was asked for."), mark("Lesson"), was_asked,
               not_yet_row},
};

}  // namespace

std::span<const CommandRow> exercise_rows() { return kRows; }

}  // namespace lanescope::ui
