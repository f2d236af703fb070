#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <utility>

#include "lab/experiment/file.hpp"
#include "lab/program/saved_program.hpp"
#include "lab/run/saved_run.hpp"
#include "ui/commands/command_line.hpp"
#include "ui/commands/command_rows.hpp"
#include "ui/commands/panel_drawings.hpp"
#include "ui/figures/arrays_model.hpp"
#include "ui/figures/flow/flow_cache.hpp"
#include "ui/figures/flow/flow_svg.hpp"
#include "ui/figures/phase_svg.hpp"
#include "ui/session/saved_session.hpp"
#include "ui/session/user_files.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::commands {
namespace {

bool has_kernel(const session::Session& s) { return s.rung() != nullptr || s.pasted() != nullptr; }

void remember(session::SessionEditor& e, const std::string& file) {
  view::Files files = e.state().files;
  files.session = file;
  session::add_recent(e.session().user_folder(), file, files.recent);
  e.set(std::move(files));
}

// No file named: the one before, else the dialog asks.
Result<void> save_row(session::SessionEditor& e, const session::Command& c) {
  const std::string file = argument(c, "file").value_or(e.state().files.session);
  if (file.empty() || argument(c, "as")) {
    e.ask(session::DialogRequest{session::DialogRequest::For::Save, {}});
    return {};
  }
  if (auto written =
          session::replace_file(file, session::session_text(session::saved_session(e.session())));
      !written)
    return written;
  remember(e, file);
  return {};
}

}  // namespace

bool is_program(const std::string& file) {
  const std::string ending = std::filesystem::path(file).extension().string();
  if (ending != ".cu" && ending != ".cpp") return false;
  const auto text = experiment::read_text(file);
  return text && lanescope::program::has_main(*text);
}

namespace {

Result<void> open_file(session::SessionEditor& e, const std::string& file) {
  if (is_program(file)) return e.program().run({file, {}});
  const auto text = experiment::read_text(file);
  if (!text) return text.error();
  if (const auto bytes = std::as_bytes(std::span(*text)); run::is_saved_run(bytes)) {
    auto saved = run::read_saved_run(bytes, file);
    if (!saved) return saved.error();
    e.experiment().open_saved_run(std::move(*saved));
    return {};
  }
  if (lanescope::program::is_saved_program(std::as_bytes(std::span(*text))))
    return e.program().open_file(file);
  const auto saved = session::read_session(*text, file);
  if (!saved) return saved.error();
  if (auto restored = e.experiment().restore(saved->experiment, saved->place); !restored)
    return bad_input(restored.error().message, file);
  view::LessonProgress progress = e.state().progress;
  for (const auto& [lesson, mark] : saved->exercises) progress.exercises[lesson].add(mark);
  e.set(std::move(progress));
  e.set(saved->appearance);
  e.set(saved->pace);
  if (!saved->program.file.empty()) e.program().take_back(saved->program);
  if (!saved->panel.empty()) e.focus(saved->panel);
  return {};
}

Result<void> open_row(session::SessionEditor& e, const session::Command& c) {
  const auto file = argument(c, "file");
  if (!file) {
    e.ask(session::DialogRequest{session::DialogRequest::For::Open, {}});
    return {};
  }
  return open_path(e, *file);
}

void drop_recovery(session::SessionEditor& e) {
  view::Files files = e.state().files;
  std::error_code none;
  std::filesystem::remove(files.recovery, none);
  files.recovery.clear();
  e.set(std::move(files));
}

Result<void> recover_row(session::SessionEditor& e, const session::Command&) {
  const auto opened = open_file(e, e.state().files.recovery);
  drop_recovery(e);
  return opened;
}
Result<void> discard_row(session::SessionEditor& e, const session::Command&) {
  drop_recovery(e);
  return {};
}
bool has_recovery(const session::Session& s) { return !s.state().files.recovery.empty(); }

Result<void> undo_row(session::SessionEditor& e, const session::Command&) { return e.undo(); }
Result<void> redo_row(session::SessionEditor& e, const session::Command&) { return e.redo(); }
bool can_undo(const session::Session& s) { return s.history().can_undo(); }
bool can_redo(const session::Session& s) { return s.history().can_redo(); }

Result<void> copy_command_row(session::SessionEditor& e, const session::Command&) {
  auto line = command_line_of(e.session());
  if (!line) return line.error();
  e.ask(session::CopyRequest{std::move(*line)});
  return {};
}

Result<void> save_source_row(session::SessionEditor& e, const session::Command& c) {
  const auto file = needed(c, "file");
  if (!file) return file.error();
  return session::replace_file(*file, e.session().source_text());
}

Result<void> save_phases(const session::Session& session, const std::string& file) {
  const figures::ArrayChoice choice = figures::array_choice(session);
  const view::ArrayInfo* array = figures::shown_array(session, choice);
  const auto question = array == nullptr ? std::nullopt : figures::phase_question(session, *array);
  if (!question) return bad_input(tr("export-picture: no array has been touched yet"));
  figures::SvgOptions options;
  options.dark = session.state().appearance.theme == view::Theme::Dark;
  const view::Appearance& look = session.state().appearance;
  const figures::PhasePicture picture =
      figures::phase_picture(session, *array, *question, question->answer(), options.most_columns);
  const bool between = figures::wants_flow(look, &picture);
  const auto flow = between ? figures::flow::flow_now(session) : std::nullopt;
  if (!flow) return session::replace_file(file, figures::phase_svg(picture, options));
  return session::replace_file(
      file, figures::flow::flow_svg(
                flow->ground.shape, flow->picture,
                figures::flow::flow_values(session, flow->ground, flow->picture), options));
}

Result<void> save_drawing(const session::Session& session, const PanelDrawing& panel,
                          const std::string& file) {
  const auto drawing = panel.draw(session, session.state().appearance.theme == view::Theme::Dark);
  if (!drawing) return drawing.error();
  return session::replace_file(file, *drawing);
}

// SVG: the phase view or the flow between arrays, or a panel that has a drawing, drawn anew. PNG: a
// panel, or the whole studio, as the next frame shows it.
Result<void> picture_row(session::SessionEditor& e, const session::Command& c) {
  const auto file = argument(c, "file");
  if (!file) {
    e.ask(session::DialogRequest{session::DialogRequest::For::SavePhases, {}});
    return {};
  }
  const std::string panel = argument(c, "panel").value_or("");
  const std::string kind = std::filesystem::path(*file).extension().string();
  if (kind == ".svg") {
    if (const PanelDrawing* drawing = find_drawing(panel))
      return save_drawing(e.session(), *drawing, *file);
    if (panel != "arrays" && !panel.empty())
      return bad_input(
          say("export-picture: only these panels are written as SVG: arrays, {}", drawn_panels()));
    return save_phases(e.session(), *file);
  }
  if (kind != ".png") return bad_input(tr("export-picture: the file ends in .svg or .png"));
  const auto& panels = e.session().panels();
  const bool known = panel.empty() || panels.empty() ||
                     std::find(panels.begin(), panels.end(), panel) != panels.end();
  if (!known) return bad_input(say("there is no panel '{}'", panel));
  if (!panel.empty()) e.focus(panel);
  e.ask(session::PictureRequest{panel, *file});
  return {};
}

Result<void> say_row(session::SessionEditor&, const session::Command& c) {
  return bad_input(argument(c, "text").value_or(""));
}

constexpr std::array kRows{
    CommandRow{
        "open", mark("Open a session"), "Ctrl+O", "[file=FILE]",
        mark("Opens a saved session, with its place, bookmarks and breakpoints, or a saved run."),
        mark("File"), always, open_row},
    CommandRow{"save", mark("Save the session"), "Ctrl+S", "[file=FILE as]",
               mark("Saves the experiment and everything set up around it to a file."),
               mark("File"), has_kernel, save_row},
    CommandRow{"save-source", mark("Save the source"), "", "file=FILE.cu",
               mark("Writes the kernel as it is in the editor."), mark("File"), has_kernel,
               save_source_row},
    CommandRow{"recover", mark("Recover"), "", "",
               mark("Opens what was open when Lanescope last ended "
                    "unexpectedly."),
               mark("File"), has_recovery, recover_row},
    CommandRow{"discard-recovery", mark("Do not recover"), "", "",
               mark("Throws away what was open when Lanescope last ended unexpectedly."),
               mark("File"), has_recovery, discard_row},
    CommandRow{"undo", mark("Undo"), "Ctrl+Z", "",
               mark("Takes the last change of the experiment back."), mark("File"), can_undo,
               undo_row},
    CommandRow{"redo", mark("Redo"), "Ctrl+Shift+Z", "",
               mark("Makes a change again that was taken back."), mark("File"), can_redo, redo_row},
    CommandRow{
        "export-picture", mark("Export a picture"), "", "[file=FILE.svg|FILE.png panel=ID]",
        mark("Writes the phase view, the flow between arrays, or a panel that has a drawing of its "
             "own, as SVG; any panel, or with none named everything, as PNG. Without a file it "
             "asks where the phase view is to go."),
        mark("File"), has_trace, picture_row},
    CommandRow{"say", mark("Say"), "", "text=WORDS", mark("Shows words in the status line."),
               mark("File"), always, say_row},
    CommandRow{"copy-command", mark("Copy as command"), "Ctrl+Shift+C", "",
               mark("Copies the experiment on screen as a `lanescope run` line."), mark("File"),
               has_trace, copy_command_row},
};

}  // namespace

Result<void> open_path(session::SessionEditor& editor, const std::string& file) {
  if (auto opened = open_file(editor, file); !opened) return opened;
  remember(editor, file);
  return {};
}

std::span<const CommandRow> file_rows() { return kRows; }

}  // namespace lanescope::ui::commands
