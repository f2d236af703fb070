#include "ui/session/saved_session.hpp"

#include "ui/session/session.hpp"

namespace lanescope::ui {

SavedExperiment saved_experiment(const State& state) { return {state.experiment, state.marks}; }

SavedSession saved_session(const Session& session) {
  const State& state = session.state();
  const RelativeMoment place =
      session.trace() == nullptr ? RelativeMoment{} : place_of(*session.trace(), state.cursor.tick);
  return {saved_experiment(state), place,      state.progress.exercises,
          state.appearance,        state.pace, state.focus.panel};
}

}  // namespace lanescope::ui
