#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/ranges.h>

#include "lab/experiment/file.hpp"
#include "lab/lesson/paths.hpp"
#include "lab/program/saved_program.hpp"
#include "ui/commands/command_rows.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::commands {
namespace {

// Programs that come with the course.
Result<std::string> example_file(const std::string& name) {
  std::vector<std::string> known;
  std::error_code problem;
  for (const auto& entry :
       std::filesystem::directory_iterator(lesson::find_asset("programs"), problem)) {
    if (entry.path().extension() != ".cu") continue;
    if (entry.path().stem() == name) return entry.path().string();
    known.push_back(entry.path().stem().string());
  }
  std::ranges::sort(known);
  return bad_input(say("there is no example '{}': there are {}", name,
                       fmt::format("{}", fmt::join(known, ", "))));
}

Result<void> program_row(session::SessionEditor& e, const session::Command& c) {
  auto file = argument(c, "file");
  if (const auto example = argument(c, "example")) {
    auto found = example_file(*example);
    if (!found) return found.error();
    file = std::move(*found);
  }
  if (!file) {
    e.ask(session::DialogRequest{session::DialogRequest::For::Open, {}});
    return {};
  }
  const auto bytes = experiment::read_file(*file);
  if (!bytes) return bytes.error();
  if (lanescope::program::is_saved_program(*bytes)) return e.program().open_file(*file);
  return e.program().run({*file, argument(c, "args").value_or("")});
}

Result<void> again_row(session::SessionEditor& e, const session::Command& c) {
  const view::OpenedProgram& opened = e.state().program;
  const bool was_on_gpu = opened.saved && opened.saved->run.gpu.has_value();
  const std::string gpu = argument(c, "gpu").value_or(was_on_gpu ? "on" : "off");
  if (gpu != "on" && gpu != "off") return bad_input(tr("program-again: gpu is on or off"));
  return e.program().run(
      {opened.file, argument(c, "args").value_or(opened.arguments), opened.edited, gpu == "on"});
}

Result<void> editor_row(session::SessionEditor& e, const session::Command& c) {
  view::Tools tools = e.state().tools;
  const std::string value = argument(c, "value").value_or(tools.editing_program ? "off" : "on");
  if (value != "on" && value != "off") return bad_input(tr("edit-program: value is on or off"));
  tools.editing_program = value == "on";
  e.focus("host-source");
  e.set(std::move(tools));
  return {};
}

Result<void> text_row(session::SessionEditor& e, const session::Command& c) {
  const auto text = argument(c, "text");
  if (!text) return bad_input(tr("program-text: text is missing"));
  e.program().edit(text);
  return {};
}

Result<void> revert_row(session::SessionEditor& e, const session::Command&) {
  e.program().edit(std::nullopt);
  return {};
}

// The course's own programs stay as they are.
bool is_example(const std::string& file) {
  const std::string folder = lesson::find_asset("programs").string();
  return !folder.empty() && std::filesystem::path(file).parent_path() == folder;
}

Result<void> save_row(session::SessionEditor& e, const session::Command& c) {
  const auto file = argument(c, "file");
  if (!file && is_example(e.state().program.file)) {
    e.ask(session::DialogRequest{session::DialogRequest::For::SaveProgram, {}});
    return {};
  }
  return e.program().save_source(file.value_or(""));
}

Result<void> cancel_row(session::SessionEditor& e, const session::Command&) {
  e.program().cancel();
  return {};
}

Result<void> launch_row(session::SessionEditor& e, const session::Command& c) {
  const auto index = small_number(c, "index");
  return index ? e.program().show_launch(*index) : Result<void>(index.error());
}
Result<void> next_row(session::SessionEditor& e, const session::Command&) {
  return e.program().show_launch(e.state().program.launch + 1);
}
Result<void> previous_row(session::SessionEditor& e, const session::Command&) {
  return e.program().show_launch(e.state().program.launch - 1);
}

Result<void> call_row(session::SessionEditor& e, const session::Command& c) {
  const auto index = small_number(c, "index");
  return index ? e.program().choose_call(*index) : Result<void>(index.error());
}

Result<void> timeline_row(session::SessionEditor& e, const session::Command& c) {
  constexpr double kMostZoom = 256.0;
  view::Tools tools = e.state().tools;
  view::HostTimelineView& view = tools.host_timeline;
  if (const auto show = argument(c, "show")) {
    if (*show != "time" && *show != "measured" && *show != "calls")
      return bad_input(tr("host-timeline: show is time, measured or calls"));
    view.shows = *show == "time"       ? view::ProgramShows::Timeline
                 : *show == "measured" ? view::ProgramShows::Measured
                                       : view::ProgramShows::Calls;
  }
  if (argument(c, "engines")) {
    const auto engines = small_number(c, "engines");
    if (!engines) return engines.error();
    if (*engines > 2) return bad_input(tr("host-timeline: engines is 0, 1 or 2"));
    view.copy_engines = *engines;
  }
  if (const auto lengths = argument(c, "lengths")) {
    if (*lengths != "units" && *lengths != "device")
      return bad_input(tr("host-timeline: lengths is device or units"));
    view.units = *lengths == "units";
  }
  if (const auto zoom = argument(c, "zoom")) {
    if (*zoom != "in" && *zoom != "out") return bad_input(tr("host-timeline: zoom is in or out"));
    view.zoom = std::clamp(*zoom == "in" ? view.zoom * 2.0 : view.zoom / 2.0, 1.0, kMostZoom);
  }
  e.set(std::move(tools));
  return {};
}

bool is_open(const session::Session& s) { return s.open_program() != nullptr; }
// Of a saved program its sources are not where they were.
bool has_source(const session::Session& s) {
  const std::string& file = s.state().program.file;
  return !file.empty() && std::filesystem::path(file).extension() != ".laneprogram";
}
bool can_run_again(const session::Session& s) {
  return has_source(s) && !s.program_process().running();
}
bool is_edited(const session::Session& s) { return s.state().program.edited.has_value(); }
bool is_running(const session::Session& s) { return s.program_process().running(); }
bool has_launch(const session::Session& s) {
  return is_open(s) && !s.open_program()->run.record.launches.empty();
}
bool has_next(const session::Session& s) {
  return is_open(s) && s.state().program.launch + 1 < s.open_program()->run.record.launches.size();
}
bool has_previous(const session::Session& s) { return is_open(s) && s.state().program.launch > 0; }
bool has_call(const session::Session& s) {
  return is_open(s) && !s.open_program()->run.record.calls.empty();
}

constexpr std::array kRows{
    CommandRow{"program", mark("Open a program"), "Ctrl+Shift+O",
               "[file=FILE.cu|FILE.laneprogram example=NAME args=WORDS]",
               mark("Builds a whole CUDA program and runs it with its kernels on the model, or "
                    "opens a saved one: each of its launches can be stepped through."),
               mark("Program"), always, program_row},
    CommandRow{
        "program-again", mark("Run the program again"), "F8", "[args=WORDS gpu=on|off]",
        mark("Builds and runs the program anew, as its file is now or as it was edited, with "
             "these arguments or those before, on the model alone or on the GPU, too."),
        mark("Program"), can_run_again, again_row},
    CommandRow{"edit-program", mark("Edit the program"), "", "[value=on|off]",
               mark("Host source is an editor. F8 runs what it says; the file stays as it is until "
                    "it is saved."),
               mark("Program"), has_source, editor_row},
    CommandRow{"program-text", mark("Change the program's source"), "", "text=TEXT",
               mark("What is to run in the place of what the file holds."), mark("Program"),
               has_source, text_row},
    CommandRow{"program-revert", mark("Take the edits back"), "", "",
               mark("The program's source is what its file holds again."), mark("Program"),
               is_edited, revert_row},
    CommandRow{"save-program", mark("Save the program's source"), "", "[file=FILE.cu]",
               mark("Writes the edited source into its file, or into another."), mark("Program"),
               is_edited, save_row},
    CommandRow{"program-cancel", mark("End the program"), "", "",
               mark("Ends the program that is being built or run."), mark("Program"), is_running,
               cancel_row},
    CommandRow{"launch", mark("Step through a launch"), "", "index=N",
               mark("Opens a launch of the program, counted from 0, with what it really read."),
               mark("Program"), has_launch, launch_row},
    CommandRow{"next-launch", mark("Next launch"), "L", "",
               mark("Opens the program's next launch."), mark("Program"), has_next, next_row},
    CommandRow{"previous-launch", mark("Previous launch"), "Shift+L", "",
               mark("Opens the launch before."), mark("Program"), has_previous, previous_row},
    CommandRow{"call", mark("Show a call"), "", "index=N",
               mark("Shows the host's line of a call of the program, counted from 0."),
               mark("Program"), has_call, call_row},
    CommandRow{
        "host-timeline", mark("Show the timeline otherwise"), "",
        "[engines=0|1|2 lengths=device|units zoom=in|out show=time|measured|calls]",
        mark("The program's timeline on so many copy engines, in the lengths of a recorded "
             "device or in units, twice or half as wide; what was measured on a GPU; or its calls "
             "in their order."),
        mark("Program"), is_open, timeline_row},
};

}  // namespace

std::span<const CommandRow> program_rows() { return kRows; }

}  // namespace lanescope::ui::commands
