#pragma once

#include <string>
#include <string_view>

#include "sim/base/result.hpp"
#include "ui/view/relative_moment.hpp"
#include "ui/view/state.hpp"

namespace lanescope::ui::session {

class Session;

// The parts of the state that undo takes back. A command that changes one of them can be undone.
struct SavedExperiment {
  view::ChosenExperiment chosen;
  view::Marks marks;
  friend bool operator==(const SavedExperiment&, const SavedExperiment&) = default;
};
[[nodiscard]] SavedExperiment saved_experiment(const view::State& state);

// The parts of the state that a session file keeps: JSON, "lanescope_session": 1. What is added
// later is optional.
struct SavedSession {
  SavedExperiment experiment;
  view::RelativeMoment place;  // of the cursor
  view::ExerciseMarks exercises;
  view::Appearance appearance;
  view::Pace pace;
  std::string panel;  // the focus
  view::EditedProgram program;
  friend bool operator==(const SavedSession&, const SavedSession&) = default;
};
[[nodiscard]] SavedSession saved_session(const Session& session);
[[nodiscard]] std::string session_text(const SavedSession& saved);
// `name` stands in messages. Any text gives a session or an Error that says what is wrong.
[[nodiscard]] Result<SavedSession> read_session(std::string_view text, const std::string& name);

}  // namespace lanescope::ui::session
