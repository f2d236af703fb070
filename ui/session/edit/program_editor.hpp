#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "ui/session/edit/experiment_editor.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::session {

// Changes which program is open, and which of its launches is on screen.
class ProgramEditor {
 public:
  ProgramEditor(const ProgramEditor&) = delete;
  ProgramEditor& operator=(const ProgramEditor&) = delete;

  // Builds and runs a source, or an executable, beside the frame; opened when it has ended.
  Result<void> run(background::ProgramProcess::Request request);
  void cancel();
  // A saved program; its first launch that can be stepped through becomes the run on screen.
  Result<void> open_file(const std::string& file);
  Result<void> open(std::string_view bytes, view::OpenedProgram opened);
  void close();
  // The text of its source from now on, which its file does not get; none: as the file is.
  void edit(std::optional<std::string> text);
  // Writes that text to a file, which is the program's from then on. Empty: its own.
  Result<void> save_source(const std::string& file);
  // A source that was edited when a session was saved, to be run.
  void take_back(view::EditedProgram edited);
  // What the compiler said.
  void refuse(std::string words) { opened().refused = std::move(words); }
  // Launches and calls are counted from 0.
  Result<void> show_launch(std::size_t launch);
  Result<void> choose_call(std::size_t call);

 private:
  friend class SessionEditor;
  ProgramEditor(Session& session, ExperimentEditor& experiment)
      : session_(session), experiment_(experiment) {}
  [[nodiscard]] view::OpenedProgram& opened() { return session_.state_.program; }

  Session& session_;
  ExperimentEditor& experiment_;
};

}  // namespace lanescope::ui::session
