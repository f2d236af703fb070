#include "ui/session/edit/session_editor.hpp"

#include "ui/session/run_title.hpp"

namespace lanescope::ui::session {

void SessionEditor::set(view::Tools tools) {
  const bool other_image = tools.image != state().tools.image;
  session_.state_.tools = std::move(tools);
  if (other_image) experiment_.refresh_live();
}

void SessionEditor::pin() {
  const auto& run = session_.run_;
  view::Comparison& compare = session_.state_.tools.compare;
  compare.on = true;
  compare.rung.clear();
  compare.values.clear();
  compare.pinned =
      std::shared_ptr<const experiment::Experiment>(run->prepared, &run->prepared->experiment);
  compare.pinned_run = run->id;
  compare.pinned_title = title_of(session_);
  session_.side_.keep(run, second_settings(session_));
}

void SessionEditor::note_change(SavedExperiment before, std::string kind) {
  session_.history_.note(std::move(before), std::move(kind), History::Clock::now());
}

Result<void> SessionEditor::undo() {
  const auto to = session_.history_.undo(saved_experiment(state()));
  return experiment_.restore(*to, std::nullopt);
}

Result<void> SessionEditor::redo() {
  const auto to = session_.history_.redo(saved_experiment(state()));
  return experiment_.restore(*to, std::nullopt);
}

}  // namespace lanescope::ui::session
