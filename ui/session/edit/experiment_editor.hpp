#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lab/run/saved_run.hpp"
#include "sim/base/result.hpp"
#include "ui/session/edit/cursor_editor.hpp"

namespace lanescope::ui::session {

// What is run. Each change asks for a run of what is chosen then; the picture on screen stays until
// its result is there. The rung is one of the lesson's, and its values lie within their limits.
class ExperimentEditor {
 public:
  ExperimentEditor(const ExperimentEditor&) = delete;
  ExperimentEditor& operator=(const ExperimentEditor&) = delete;

  Result<void> rerun();
  // Parameters that both rungs have stay.
  Result<void> open_rung(const std::string& id);
  // No window: the one before.
  void open_pasted(experiment::Experiment experiment,
                   std::optional<trace::Window> window = std::nullopt);
  void open_saved_run(run::SavedRun saved);
  // A program's launch, with its kernels as nvcc compiled them.
  void open_launch(experiment::Experiment experiment,
                   std::shared_ptr<const ports::toolchain::Compiled> compiled);
  // What a file or undo has kept; at `place` of its run, or where the picture is now.
  Result<void> restore(const SavedExperiment& saved,
                       const std::optional<view::RelativeMoment>& place);

  Result<void> set_parameter(const std::string& name, std::int64_t value);
  Result<void> set_machine(const view::Machine& machine);
  Result<void> set_input(std::string fill);
  // Nothing: the one it was given.
  Result<void> set_argument(const std::string& name, std::optional<std::string> value);
  Result<void> record(trace::Window window);

  Result<void> edit_source(std::string text);
  Result<void> revert_source();
  // Reverts it, and keeps the text; and changes it for the text that was kept.
  Result<void> put_source_aside();
  Result<void> take_source_back();

  // Of a live picture, after its size or the experiment has changed.
  void refresh_live();

 private:
  friend class SessionEditor;
  friend class LessonEditor;
  ExperimentEditor(Session& session, CursorEditor& cursor) : session_(session), cursor_(cursor) {}
  [[nodiscard]] view::ChosenExperiment& chosen() { return session_.state_.experiment; }
  Result<void> enter_rung(const std::string& id);
  void change_text(std::string text);  // empty: as shipped
  void set_aside();

  Session& session_;
  CursorEditor& cursor_;
};

}  // namespace lanescope::ui::session
