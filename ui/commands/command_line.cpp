#include "ui/commands/command_line.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "lab/experiment/spec_text.hpp"
#include "ui/session/session.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::commands {
namespace {

// As a POSIX shell takes it for one word.
std::string shell_word(const std::string& text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("_-./:=,%+@").find(c) != std::string_view::npos;
  });
  if (plain) return text;
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string extents(const Dim3& at) {
  if (at.z != 1) return fmt::format("{},{},{}", at.x, at.y, at.z);
  return at.y != 1 ? fmt::format("{},{}", at.x, at.y) : fmt::format("{}", at.x);
}

// What differs from the command line's own defaults.
std::string machine_words(const view::Machine& machine, const engine::MachineOptions& options) {
  std::string out;
  if (machine.arch != "sm_90") out += " --arch " + machine.arch;
  if (machine.warp_size != 32) out += fmt::format(" --warp-size {}", machine.warp_size);
  if (machine.policy == engine::Policy::Ipdom) out += " --policy ipdom";
  if (machine.policy == engine::Policy::MinPc) out += " --policy min_pc";
  if (machine.order == engine::Order::RoundRobin) out += " --order round_robin";
  if (options.schedule_seed != 0) out += fmt::format(" --schedule-seed {}", options.schedule_seed);
  return out;
}

std::string lesson_words(const session::Session& session,
                         const experiment::Experiment& experiment) {
  const view::ChosenExperiment& chosen = session.state().experiment;
  std::string out = shell_word(chosen.lesson + "/" + chosen.rung);
  for (const lesson::Parameter& parameter : session.rung()->parameters) {
    const auto value = chosen.values.find(parameter.name);
    if (value != chosen.values.end())
      out += fmt::format(" --set {}={}", parameter.name, value->second);
  }
  for (const auto& [name, value] : experiment.buffers) {
    const bool filled = !chosen.input.empty() && value.fill.holds_data();
    if (filled || chosen.arguments.contains(name))
      out += " --arg " + shell_word(experiment::buffer_text(name, value));
  }
  for (const experiment::Symbol& symbol : experiment.symbols) {
    if (chosen.arguments.contains(symbol.name))
      out += " --symbol " + shell_word(experiment::symbol_text(symbol));
  }
  return out;
}

std::string argument_words(const experiment::Experiment& experiment,
                           const experiment::LaunchSpec& launch) {
  std::string out;
  for (const auto& entry : launch.arguments) {
    std::string spec;
    if (const auto* buffer = std::get_if<experiment::LaunchSpec::BufferRef>(&entry)) {
      for (const auto& [name, value] : experiment.buffers) {
        if (name == buffer->name) spec = experiment::buffer_text(name, value);
      }
    } else {
      spec = experiment::argument_text(std::get<experiment::Argument>(entry));
    }
    out += " --arg " + shell_word(spec);
  }
  return out;
}

// Buffers that no launch is given: textures are made of them.
std::string buffer_words(const experiment::Experiment& experiment,
                         const experiment::LaunchSpec& launch) {
  std::string out;
  for (const auto& [name, value] : experiment.buffers) {
    const bool given = std::ranges::any_of(launch.arguments, [&](const auto& entry) {
      const auto* buffer = std::get_if<experiment::LaunchSpec::BufferRef>(&entry);
      return buffer != nullptr && buffer->name == name;
    });
    if (!given) out += " --buffer " + shell_word(experiment::buffer_text(name, value));
  }
  return out;
}

std::string file_words(const experiment::Experiment& experiment) {
  const experiment::LaunchSpec& launch = experiment.launches.front();
  std::string out = shell_word(experiment.source.file_name);
  if (!launch.kernel.empty()) out += " --kernel " + shell_word(launch.kernel);
  out += fmt::format(" --grid {} --block {}", extents(launch.grid), extents(launch.block));
  if (launch.dynamic_shared_bytes != 0)
    out += fmt::format(" --shared {}", launch.dynamic_shared_bytes);
  out += buffer_words(experiment, launch);
  out += argument_words(experiment, launch);
  for (const experiment::Symbol& symbol : experiment.symbols)
    out += " --symbol " + shell_word(experiment::symbol_text(symbol));
  for (const std::string& define : experiment.defines) out += " --define " + shell_word(define);
  for (const std::string& folder : experiment.source.include_dirs)
    out += " --include " + shell_word(folder);
  return out;
}

}  // namespace

Result<std::string> command_line_of(const session::Session& session) {
  const run::Prepared* prepared = session.run() ? session.run()->prepared.get() : nullptr;
  if (prepared == nullptr) return bad_input(tr("nothing has run yet"));
  if (!session.state().experiment.edited_source().empty()) {
    return bad_input(
        tr("the source has been edited: write it with save-source file=…, and run that file"));
  }
  const experiment::Experiment& experiment = prepared->experiment;
  const std::string machine = machine_words(session.state().experiment.machine, experiment.options);
  if (session.rung() != nullptr)
    return "lanescope run " + lesson_words(session, experiment) + machine;
  if (experiment.launches.size() != 1) return bad_input(tr("a command line has one launch"));
  return "lanescope run " + file_words(experiment) + machine;
}

}  // namespace lanescope::ui::commands
