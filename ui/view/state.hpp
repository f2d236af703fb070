#pragma once

#include "ui/view/appearance.hpp"
#include "ui/view/chosen_experiment.hpp"
#include "ui/view/classroom.hpp"
#include "ui/view/cursor.hpp"
#include "ui/view/files.hpp"
#include "ui/view/lesson_progress.hpp"
#include "ui/view/marks.hpp"
#include "ui/view/opened_program.hpp"
#include "ui/view/tools.hpp"

namespace lanescope::ui::view {

// All that follows from commands and time, in parts that are plain values. Undo takes back the
// parts of SavedExperiment, a session file keeps those of SavedSession
// (ui/session/saved_session.hpp). What happens once is none of it: ui/session/requests.hpp.
struct State {
  ChosenExperiment experiment;
  OpenedProgram program;
  Marks marks;
  Cursor cursor;
  Pace pace;
  Appearance appearance;
  Focus focus;
  LessonProgress progress;
  Tools tools;
  Screen screen;
  Classroom classroom;
  Tour tour;
  Files files;
  friend bool operator==(const State&, const State&) = default;
};

}  // namespace lanescope::ui::view
