#include "ui/session/saved_session.hpp"

#include "ui/session/session.hpp"

namespace lanescope::ui::session {

SavedExperiment saved_experiment(const view::State& state) {
  return {state.experiment, state.marks};
}

SavedSession saved_session(const Session& session) {
  const view::State& state = session.state();
  const view::RelativeMoment place = session.trace() == nullptr
                                         ? view::RelativeMoment{}
                                         : view::place_of(*session.trace(), state.cursor.tick);
  SavedSession saved{
      saved_experiment(state), place, state.progress.exercises, state.appearance, state.pace,
      state.focus.panel,       {}};
  if (const view::OpenedProgram& program = state.program; program.edited)
    saved.program = {program.file, program.arguments, *program.edited};
  return saved;
}

}  // namespace lanescope::ui::session
