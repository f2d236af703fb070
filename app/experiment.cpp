#include "app/experiment.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <optional>
#include <set>
#include <span>

#include <fmt/format.h>

#include "app/lesson_run.hpp"
#include "app/messages.hpp"
#include "lab/experiment/element.hpp"
#include "lab/experiment/file.hpp"
#include "lab/experiment/spec.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "lab/program/saved_program.hpp"

namespace lanescope::app {
namespace {

bool is_file_name(const std::string& target) {
  return target.ends_with(".cu") || target.ends_with(".ptx") || target.ends_with(".cpp") ||
         target.ends_with(".cuh");
}

Result<experiment::Source> read_source(const RunArguments& arguments) {
  Result<std::string> text = experiment::read_text(arguments.target);
  if (!text) return text.error();
  return experiment::Source{arguments.target, std::move(*text), arguments.target.ends_with(".ptx"),
                            arguments.includes};
}

Result<experiment::LaunchSpec> make_launch(const RunArguments& arguments) {
  experiment::LaunchSpec launch;
  launch.kernel = arguments.kernel.value_or("");
  if (!arguments.grid) return bad_input("--grid X[,Y[,Z]] is missing: the number of blocks");
  if (!arguments.block) return bad_input("--block X[,Y[,Z]] is missing: the threads of a block");
  const Result<Dim3> grid = parse_dim3(*arguments.grid, "--grid");
  if (!grid) return grid.error();
  const Result<Dim3> block = parse_dim3(*arguments.block, "--block");
  if (!block) return block.error();
  launch.grid = *grid;
  launch.block = *block;
  launch.dynamic_shared_bytes = arguments.shared.value_or(0);
  for (const std::string& spec : arguments.arguments) {
    Result<experiment::Argument> argument = experiment::parse_argument(spec);
    if (!argument) return argument.error();
    launch.arguments.emplace_back(std::move(*argument));
  }
  return launch;
}

void apply_options(const RunArguments& arguments, engine::MachineOptions* options) {
  if (arguments.warp_size) options->warp_size = *arguments.warp_size;
  if (arguments.policy == "ipdom") options->policy = engine::Policy::Ipdom;
  if (arguments.policy == "min_pc") options->policy = engine::Policy::MinPc;
  if (arguments.order == "round_robin") options->order = engine::Order::RoundRobin;
  if (arguments.schedule_seed) options->schedule_seed = *arguments.schedule_seed;
  if (arguments.max_steps) options->max_steps = *arguments.max_steps;
  if (arguments.max_memory) options->max_memory = *arguments.max_memory;
}

Result<experiment::Experiment> from_file(const RunArguments& arguments) {
  experiment::Experiment experiment;
  if (!arguments.parameters.empty()) {
    return bad_input("--set is for the rungs of lessons; a file's macros are set by --define");
  }
  Result<experiment::Source> source = read_source(arguments);
  if (!source) return source.error();
  experiment.source = std::move(*source);
  for (const std::string& spec : arguments.buffers) {
    Result<experiment::Argument> buffer = experiment::parse_argument(spec);
    if (!buffer) return buffer.error();
    auto* value = std::get_if<experiment::BufferValue>(&buffer->value);
    if (value == nullptr)
      return bad_input(fmt::format("--buffer {}: write name:type[count]=fill", spec));
    experiment.buffers.emplace_back(std::move(buffer->name), std::move(*value));
  }
  Result<experiment::LaunchSpec> launch = make_launch(arguments);
  if (!launch) return launch.error();
  experiment.launches.push_back(std::move(*launch));
  return experiment;
}

// What it is run on and with is in the file; only the machine may be another one.
Result<experiment::Experiment> from_saved(const RunArguments& arguments, run::SavedRun saved) {
  const bool other = arguments.kernel || arguments.grid || arguments.block || arguments.shared ||
                     arguments.arch || !arguments.arguments.empty() || !arguments.buffers.empty() ||
                     !arguments.symbols.empty() || !arguments.defines.empty() ||
                     !arguments.includes.empty() || !arguments.parameters.empty();
  if (other) {
    return bad_input(
        "a saved run is run as it was: leave out --kernel, --grid, --block, --shared, --arg, "
        "--buffer, --symbol, --arch, --define, --include and --set",
        arguments.target);
  }
  apply_options(arguments, &saved.experiment.options);
  return std::move(saved.experiment);
}

}  // namespace

engine::Cores cores_of(const RunArguments& arguments) {
  return arguments.cores ? engine::Cores{*arguments.cores, 0} : engine::Cores{0};
}

namespace {

// A launch of a saved program; its trace was never recorded.
Result<std::optional<run::SavedRun>> saved_launch_of(const RunArguments& arguments,
                                                     std::span<const std::byte> bytes) {
  const auto program = program::read_saved_program(bytes, arguments.target);
  if (!program) return program.error();
  auto launch = program::launch_of(**program, arguments.launch.value_or(0));
  if (!launch) return bad_input(launch.error().message, arguments.target);
  run::SavedRun saved;
  saved.experiment = std::move(launch->experiment);
  saved.compiled = std::move(launch->compiled);
  if (launch->by_machine_code == arguments.by_machine_code()) saved.machine_steps = launch->steps;
  return std::optional(std::move(saved));
}

}  // namespace

Result<std::optional<run::SavedRun>> saved_run_of(const RunArguments& arguments) {
  std::error_code problem;
  if (!std::filesystem::is_regular_file(arguments.target, problem))
    return std::optional<run::SavedRun>{};
  const auto bytes = experiment::read_file(arguments.target);
  if (!bytes) return bytes.error();
  if (program::is_saved_program(*bytes)) return saved_launch_of(arguments, *bytes);
  if (!run::is_saved_run(*bytes)) {
    if (!arguments.target.ends_with(".lanerun")) return std::optional<run::SavedRun>{};
    return bad_input("this is no saved run of Lanescope", arguments.target);
  }
  auto saved = run::read_saved_run(*bytes, arguments.target);
  if (!saved) return saved.error();
  if (arguments.by_machine_code()) saved->machine_steps = 0;
  return std::optional(std::move(*saved));
}

run::PrepareResult prepare_run(const RunArguments& arguments,
                               const experiment::Experiment& experiment,
                               ports::toolchain::Compiler& compiler, run::Need need) {
  const auto saved = saved_run_of(arguments);
  if (saved && *saved) return run::prepare(experiment, (*saved)->compiled);
  return run::prepare(experiment, compiler, need);
}

void tell_difference(const RunArguments& arguments, const run::ModelRun& run) {
  const bool same_machine = !arguments.warp_size && !arguments.policy && !arguments.order &&
                            !arguments.schedule_seed && !arguments.max_steps;
  const auto saved = saved_run_of(arguments);
  // Nothing is known of what another engine executed.
  if (!same_machine || !saved || !*saved || (*saved)->machine_steps == 0 ||
      (*saved)->machine_steps == run.machine_steps)
    return;
  tell(
      "lanescope: {}: another version of Lanescope recorded {} warp instructions, and this one "
      "runs {}\n",
      arguments.target, (*saved)->machine_steps, run.machine_steps);
}

Result<Dim3> parse_dim3(std::string_view text, std::string_view option) {
  std::uint32_t extents[3] = {1, 1, 1};
  std::size_t at = 0;
  for (std::string_view rest = text;; ++at) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const Result<std::uint64_t> extent = experiment::parse_unsigned(rest.substr(0, comma));
    if (at == 3 || !extent || *extent > std::numeric_limits<std::uint32_t>::max()) {
      return bad_input(
          fmt::format("{} {}: one to three whole numbers X[,Y[,Z]] are wanted", option, text));
    }
    extents[at] = static_cast<std::uint32_t>(*extent);
    if (comma == rest.size()) break;
    rest.remove_prefix(comma + 1);
  }
  return Dim3{extents[0], extents[1], extents[2]};
}

bool is_file(const RunArguments& arguments) {
  std::error_code problem;
  return is_file_name(arguments.target) || std::filesystem::exists(arguments.target, problem);
}

Result<experiment::Experiment> file_to_look_at(const RunArguments& arguments) {
  experiment::Experiment experiment;
  Result<experiment::Source> source = read_source(arguments);
  if (!source) return source.error();
  experiment.source = std::move(*source);
  if (arguments.arch) experiment.arch = *arguments.arch;
  experiment.defines = arguments.defines;
  return experiment;
}

Result<experiment::Experiment> make_experiment(const RunArguments& arguments) {
  auto saved = saved_run_of(arguments);
  if (!saved) return saved.error();
  if (arguments.launch && !*saved)
    return bad_input("--launch is for a saved program", arguments.target);
  if (*saved) return from_saved(arguments, std::move(**saved));
  if (!arguments.buffers.empty() && !is_file(arguments))
    return bad_input("--buffer is for files; a lesson's buffers are set by --arg");
  Result<experiment::Experiment> made =
      is_file(arguments) ? from_file(arguments) : from_lesson(arguments);
  if (!made) return made;
  experiment::Experiment& experiment = *made;
  if (arguments.arch) experiment.arch = *arguments.arch;
  experiment.defines.insert(experiment.defines.end(), arguments.defines.begin(),
                            arguments.defines.end());
  std::set<std::string> given;
  for (const std::string& spec : arguments.symbols) {
    Result<experiment::Symbol> symbol = experiment::parse_symbol(spec);
    if (!symbol) return symbol.error();
    if (!given.insert(symbol->name).second)
      return bad_input(fmt::format("--symbol {}: the name `{}` stands twice", spec, symbol->name));
    std::erase_if(experiment.symbols,
                  [&](const experiment::Symbol& s) { return s.name == symbol->name; });
    experiment.symbols.push_back(std::move(*symbol));
  }
  experiment.options.order = engine::Order::Barrier;
  apply_options(arguments, &experiment.options);
  return made;
}

}  // namespace lanescope::app
