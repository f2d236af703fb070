#include "ui/session/edit/program_editor.hpp"

#include <algorithm>
#include <utility>

#include "lab/experiment/file.hpp"
#include "lab/program/saved_program.hpp"
#include "ui/session/user_files.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::session {

Result<void> ProgramEditor::run(background::ProgramProcess::Request request) {
  return session_.process_.start(std::move(request));
}

void ProgramEditor::cancel() { session_.process_.cancel(); }

Result<void> ProgramEditor::open_file(const std::string& file) {
  const auto bytes = experiment::read_file(file);
  if (!bytes) return bytes.error();
  view::OpenedProgram program;
  program.file = file;
  return open({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, std::move(program));
}

Result<void> ProgramEditor::open(std::string_view bytes, view::OpenedProgram program) {
  auto saved =
      lanescope::program::read_saved_program(std::as_bytes(std::span(bytes)), program.file);
  if (!saved) return saved.error();
  program.saved = std::move(*saved);
  opened() = std::move(program);
  const std::size_t count = opened().saved->run.record.launches.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (show_launch(i)) break;  // the strip says why one can't be stepped through
  }
  session_.state_.focus.go_to("program");
  return {};
}

void ProgramEditor::close() { opened() = {}; }

void ProgramEditor::edit(std::optional<std::string> text) { opened().edited = std::move(text); }

Result<void> ProgramEditor::save_source(const std::string& file) {
  view::OpenedProgram& program = opened();
  if (!program.edited) return bad_input(tr("the program's source was not edited"));
  const std::string to = file.empty() ? program.file : file;
  if (auto written = replace_file(to, *program.edited); !written) return written.error();
  program.file = to;
  program.edited.reset();
  return {};
}

void ProgramEditor::take_back(view::EditedProgram edited) {
  opened() = {};
  opened().file = std::move(edited.file);
  opened().arguments = std::move(edited.arguments);
  opened().edited = std::move(edited.text);
}

Result<void> ProgramEditor::show_launch(std::size_t launch) {
  if (!opened().saved) return bad_input(tr("no program is open"));
  auto made = lanescope::program::launch_of(*opened().saved, launch);
  if (!made) return made.error();
  experiment_.open_launch(std::move(made->experiment), std::move(made->compiled));
  opened().launch = launch;
  opened().call = opened().saved->run.record.launches[launch].call;
  opened().shown = session_.state_.experiment.pasted;
  return {};
}

Result<void> ProgramEditor::choose_call(std::size_t call) {
  if (!opened().saved) return bad_input(tr("no program is open"));
  if (call >= opened().saved->run.record.calls.size())
    return bad_input(say("there is no call {}", call));
  opened().call = call;
  return {};
}

}  // namespace lanescope::ui::session
