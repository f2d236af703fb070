#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "lab/experiment/file.hpp"
#include "lab/report/host_program.hpp"
#include "lab/report/report_json.hpp"
#include "lab/report/report_text.hpp"
#include "lab/run/saved_run.hpp"
#include "ui/commands/command_rows.hpp"
#include "ui/session/user_files.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::commands {
namespace {

Result<void> save_run_row(session::SessionEditor& e, const session::Command& c) {
  const auto file = argument(c, "file");
  if (!file) {
    e.ask(session::DialogRequest{session::DialogRequest::For::SaveRun, {}});
    return {};
  }
  const session::Session& session = e.session();
  if (session.busy() || !session.run()->complete)
    return bad_input(tr("save-run: the run is still under way; a moment later it can be saved"));
  const auto bytes = run::saved_run_bytes(*session.run(), session.state().experiment.window);
  if (!bytes) return bytes.error();
  return experiment::write_file(*file, *bytes);
}

// As `run --report` writes it, with what the GPU gave for this run, if it has been there.
Result<void> save_report_row(session::SessionEditor& e, const session::Command& c) {
  const auto file = needed(c, "file");
  if (!file) return file.error();
  const session::Session& session = e.session();
  if (session.busy() || !session.run()->complete)
    return bad_input(tr("save-report: the run is still under way; a moment later it has a report"));
  if (session.failure()) return session.failure()->error;  // on screen is the run before
  const run::ModelRun& run = *session.run();
  const hardware::GpuReport* gpu = session.gpu().find(run.id);
  return session::replace_file(*file, file->ends_with(".json") ? report::report_json(run, gpu)
                                                               : report::report_text(run, gpu));
}

// Into a file, or for the clipboard where none is named.
Result<void> copy_program_row(session::SessionEditor& e, const session::Command& c) {
  const session::Session& session = e.session();
  if (session.busy() || !session.run()->complete)
    return bad_input(tr("copy-program: the run is still under way; a moment later it has results"));
  if (session.failure()) return session.failure()->error;
  auto text = report::host_program(*session.run());
  if (!text) return text.error();
  if (const auto file = argument(c, "file")) return session::replace_file(*file, *text);
  e.ask(session::CopyRequest{std::move(*text)});
  return {};
}

Result<std::uint64_t> number_between(const session::Command& c, std::string_view key,
                                     std::uint64_t otherwise, std::uint64_t least,
                                     std::uint64_t most) {
  if (!argument(c, key)) return otherwise;
  auto value = number(c, key);
  if (!value) return value;
  if (*value >= least && *value <= most) return value;
  return bad_input(say("{}: {} goes from {} to {}", c.name, key, least, most));
}

// `phases=2..5`: barrier intervals of the shown block, counted from 0 as `goto phase=` does.
Result<void> take_phases(session::SessionEditor& e, const std::string& words,
                         session::AnimationRequest& request) {
  const std::size_t dots = words.find("..");
  const auto first = parse_number(words.substr(0, dots));
  const auto last = dots == std::string::npos ? first : parse_number(words.substr(dots + 2));
  if (!first || !last || *last < *first)
    return bad_input(say("export-gif: phases={}: write 2, or 0..3", words));
  const auto step = e.session().shown_step();
  std::vector<trace::Phase> phases;
  for (const trace::Phase& phase : e.session().trace()->phases()) {
    if (step && phase.launch == step->launch && phase.block == step->block) phases.push_back(phase);
  }
  if (*last >= phases.size()) {
    return bad_input(say("export-gif: the block has {} phases, numbered from 0", phases.size()));
  }
  request.first = phases[*first].first;
  request.last = phases[*last].last;
  return {};
}

Result<session::AnimationRequest> animation_of(session::SessionEditor& e,
                                               const session::Command& c) {
  constexpr std::uint64_t kMostSteps = 500, kMostBeats = 12, kSmallest = 64, kLargest = 4096;
  session::AnimationRequest request;
  const auto steps =
      number_between(c, "steps", argument(c, "phases") ? kMostSteps : 8, 1, kMostSteps);
  const auto beats = number_between(c, "beats", 1, 1, kMostBeats);
  const auto width = number_between(c, "width", 0, kSmallest, kLargest);
  const auto delay = number_between(c, "delay", 500, 20, 60'000);
  for (const auto* value : {&steps, &beats, &width, &delay}) {
    if (!*value) return value->error();
  }
  request.panel = argument(c, "panel").value_or("");
  request.unit = e.state().pace.step_unit;
  request.steps = static_cast<std::uint32_t>(*steps);
  request.beats = static_cast<std::uint32_t>(*beats);
  request.width = static_cast<int>(*width);
  request.delay = static_cast<int>(*delay);
  request.first = e.state().cursor.tick;
  request.last = e.cursor().end();
  if (const auto unit = argument(c, "unit")) {
    const auto parsed = parse_unit(*unit);
    if (!parsed) return parsed.error();
    request.unit = *parsed;
  }
  if (const auto phases = argument(c, "phases")) {
    if (auto taken = take_phases(e, *phases, request); !taken) return taken.error();
  }
  return request;
}

Result<void> gif_row(session::SessionEditor& e, const session::Command& c) {
  const auto file = argument(c, "file");
  if (!file) {
    e.ask(session::DialogRequest{session::DialogRequest::For::SaveGif, {}});
    return {};
  }
  if (std::filesystem::path(*file).extension() != ".gif")
    return bad_input(tr("export-gif: the file ends in .gif"));
  auto request = animation_of(e, c);
  if (!request) return request.error();
  const auto& panels = e.session().panels();
  if (!request->panel.empty() && !panels.empty() &&
      std::ranges::find(panels, request->panel) == panels.end())
    return bad_input(say("there is no panel '{}'", request->panel));
  request->file = *file;
  e.cursor().set_playing(false);
  if (!request->panel.empty()) e.focus(request->panel);
  e.ask(std::move(*request));
  return {};
}

constexpr std::array kRows{
    CommandRow{"save-run", mark("Save the run"), "", "[file=FILE]",
               mark("Saves the run on screen to a file that opens without a compiler."),
               mark("File"), has_trace, save_run_row},
    CommandRow{"save-report", mark("Save the report"), "", "file=FILE.txt|FILE.json",
               mark("Writes the counters and findings of the run on screen to a file, and what the "
                    "GPU gave for it."),
               mark("File"), has_trace, save_report_row},
    CommandRow{"copy-program", mark("Copy as program"), "", "[file=FILE.cu]",
               mark("Copies the experiment as a whole CUDA program with its host code, for nvcc, "
                    "or writes it to a file."),
               mark("File"), has_trace, copy_program_row},
    CommandRow{"export-gif", mark("Export an animation"), "",
               "[file=FILE.gif steps=N phases=A..B unit=UNIT beats=N width=PIXELS delay=MS "
               "panel=ID]",
               mark("Writes the next steps, or a range of phases, as an animated GIF."),
               mark("File"), has_trace, gif_row},
};

}  // namespace

std::span<const CommandRow> export_rows() { return kRows; }

}  // namespace lanescope::ui::commands
