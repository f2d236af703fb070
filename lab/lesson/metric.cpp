#include "lab/lesson/metric.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

#include <fmt/format.h>

#include "lab/experiment/element.hpp"
#include "lab/experiment/expression.hpp"
#include "lab/lesson/lesson.hpp"
#include "lab/lesson/model_times.hpp"
#include "lab/run/prepare.hpp"
#include "sim/analysis/access.hpp"
#include "sim/analysis/lines.hpp"
#include "sim/events/counter_table.hpp"

namespace lanescope::lesson {
namespace {

constexpr std::string_view kHazards = "hazards.";

// "shared.load.wavefronts@line:12@launch:0"
struct Path {
  std::string name;
  std::optional<std::uint64_t> line, launch, phase;
};

Result<Path> read_path(std::string_view text) {
  Path path;
  const std::size_t at = std::min(text.find('@'), text.size());
  path.name = text.substr(0, at);
  std::string_view rest = text.substr(at);
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::string_view part = rest.substr(0, rest.find('@'));
    const std::size_t colon = part.find(':');
    const std::string_view key = part.substr(0, colon);
    const Result<std::uint64_t> number =
        experiment::parse_unsigned(colon == std::string_view::npos ? "" : part.substr(colon + 1));
    std::optional<std::uint64_t>* into = key == "line"     ? &path.line
                                         : key == "launch" ? &path.launch
                                         : key == "phase"  ? &path.phase
                                                           : nullptr;
    if (into == nullptr || !number) {
      return bad_input(
          fmt::format("metric {}: `@{}` is not @line:N, @launch:N or @phase:N", text, part));
    }
    *into = *number;
    rest.remove_prefix(part.size());
  }
  return path;
}

bool on_line(const engine::Program& program, Pc pc, const Path& path) {
  return !path.line || analysis::line_in_file(program, pc, "") == *path.line;
}

// The recorded steps of the phases with this number.
Result<events::Counters> counters_of_phase(const run::ModelRun& run, const Path& path) {
  if (!run.trace) return bad_input("a phase can only be counted in a run that is recorded in full");
  events::Counters sum;
  for (const trace::Phase& phase : run.trace->phases()) {
    if (phase.number != *path.phase || (path.launch && phase.launch != *path.launch)) continue;
    const engine::Program& program = *run.plan().launches[phase.launch].program;
    for (Tick tick = phase.first; tick < phase.last; ++tick.value) {
      const trace::Step step = run.trace->step(tick);
      if (step.block != phase.block || !on_line(program, step.pc, path)) continue;
      sum.warp_instructions += 1;
      sum.thread_instructions += static_cast<std::uint64_t>(std::popcount(step.active));
      if (program.at(step.pc).is_barrier()) sum.barriers += 1;
      if (const auto branch = run.trace->branch(tick)) {
        sum.branches += 1;
        sum.divergent_branches += branch->divergent ? 1 : 0;
      }
      analysis::count_step(run.trace->accesses(tick), sum);
    }
  }
  return sum;
}

Result<events::Counters> counters_of(const run::ModelRun& run, const Path& path) {
  if (path.launch && *path.launch >= run.counters_by_pc.size()) {
    return bad_input(fmt::format("there is no launch {}", *path.launch));
  }
  if (path.phase) return counters_of_phase(run, path);
  events::Counters sum;
  for (std::size_t launch = 0; launch < run.counters_by_pc.size(); ++launch) {
    if (path.launch && launch != *path.launch) continue;
    const engine::Program& program = *run.plan().launches[launch].program;
    for (std::uint32_t pc = 0; pc < run.counters_by_pc[launch].size(); ++pc) {
      if (on_line(program, Pc(pc), path)) sum += run.counters_by_pc[launch][pc];
    }
  }
  return sum;
}

std::optional<double> occupancy_value(const analysis::Occupancy& o, std::string_view name) {
  if (name == "theoretical") return o.theoretical;
  if (name == "registers_per_thread") return o.registers_per_thread;
  if (name == "shared_bytes_per_block") return o.shared_bytes_per_block;
  if (name == "barriers_per_block") return o.barriers_per_block;
  if (name == "blocks_per_sm") return o.blocks_per_sm;
  if (name == "warps_per_sm") return o.warps_per_sm;
  if (name == "limits.warps") return o.limit_warps;
  if (name == "limits.blocks") return o.limit_blocks;
  if (name == "limits.registers") return o.limit_registers;
  if (name == "limits.shared") return o.limit_shared;
  if (name == "limits.barriers") return o.limit_barriers;
  return std::nullopt;
}

// Of the machine code: local arrays and spills, where PTX shows no more than the arrays.
std::optional<double> local_bytes(const run::ModelRun& run, std::uint64_t launch) {
  const ports::toolchain::KernelImage* image = run::kernel_image(*run.prepared, launch);
  if (image == nullptr || !image->resources) return std::nullopt;
  return image->resources->local_bytes;
}

// "buffer.out[12]"
Result<double> buffer_value(const run::ModelRun& run, const std::string& name) {
  const std::size_t open = name.find('[');
  const auto buffer =
      std::ranges::find(run.buffers, name.substr(7, open - 7), &run::BufferResult::name);
  if (buffer == run.buffers.end()) return bad_input(fmt::format("metric {}: no such buffer", name));
  const Result<std::uint64_t> index = experiment::parse_unsigned(
      open == std::string::npos ? "" : name.substr(open + 1, name.size() - open - 2));
  if (!index || *index >= buffer->count)
    return bad_input(fmt::format("metric {}: no such element", name));
  return experiment::element_value(
      buffer->type, buffer->bytes.data() + *index * experiment::size_of(buffer->type));
}

// "sum.out": of all elements after the run.
Result<double> buffer_sum(const run::ModelRun& run, const std::string& name) {
  const auto buffer = std::ranges::find(run.buffers, name.substr(4), &run::BufferResult::name);
  if (buffer == run.buffers.end()) return bad_input(fmt::format("metric {}: no such buffer", name));
  double sum = 0.0;
  for (std::uint64_t i = 0; i < buffer->count; ++i)
    sum += experiment::element_value(buffer->type,
                                     buffer->bytes.data() + i * experiment::size_of(buffer->type));
  return sum;
}

// "hazards.race": how often, over all places.
Result<double> hazard_count(const run::ModelRun& run, const std::string& name) {
  const auto kind = hazard_kind(name.substr(kHazards.size()));
  if (!kind) return bad_input(fmt::format("metric {}: there is no such kind of hazard", name));
  std::uint64_t count = 0;
  for (const events::Hazard& hazard : run.hazards) {
    if (hazard.kind == *kind) count += hazard.count;
  }
  return static_cast<double>(count);
}

Result<double> path_value(const run::ModelRun& run, std::string_view text, ModelTimes* times) {
  if (is_time_path(text)) return time_value(run.prepared, text, times);
  const Result<Path> path = read_path(text);
  if (!path) return path.error();
  if (path->name == "launches") return static_cast<double>(run.plan().launches.size());
  if (path->name.starts_with(kHazards)) return hazard_count(run, path->name);
  if (path->name.starts_with("buffer.")) return buffer_value(run, path->name);
  if (path->name.starts_with("sum.")) return buffer_sum(run, path->name);
  if (path->name == "printed.lines")
    return static_cast<double>(std::ranges::count(run.printed.text, '\n'));
  if (path->name.starts_with("occupancy.")) {
    const std::uint64_t launch = path->launch.value_or(0);
    if (launch >= run.prepared->occupancy.size())
      return bad_input(fmt::format("there is no launch {}", launch));
    const auto value =
        path->name == "occupancy.local_bytes_per_thread"
            ? local_bytes(run, launch)
            : occupancy_value(run.prepared->occupancy[launch], path->name.substr(10));
    if (value) return *value;
    return bad_input(fmt::format("metric {}: the occupancy has no such number", text));
  }
  const events::CounterInfo* counter = events::find_counter(path->name);
  if (counter == nullptr && path->name != "simt_efficiency") {
    return bad_input(fmt::format("there is no metric `{}`", path->name));
  }
  const Result<events::Counters> counters = counters_of(run, *path);
  if (!counters) return counters.error();
  if (counter == nullptr) return counters->simt_efficiency(run.plan().options.warp_size);
  return static_cast<double>(counter->value(*counters));
}

bool is_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

// Length of the path that starts here: names, an index in brackets, selectors.
std::size_t path_length(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size()) {
    if (is_name(text[end])) {
      ++end;
    } else if (text[end] == '[') {
      end = std::min(text.find(']', end), text.size() - 1) + 1;
    } else if (text[end] == '@') {
      end = std::min(text.find(':', end), text.size() - 1) + 1;
    } else {
      break;
    }
  }
  return end;
}

// Whether one of the metric's paths is such.
template <typename Is>
bool has_path(std::string_view metric, Is is) {
  for (std::size_t at = 0; at < metric.size();) {
    if (std::isalpha(static_cast<unsigned char>(metric[at])) == 0) {
      ++at;
      continue;
    }
    const std::string_view path = metric.substr(at, path_length(metric.substr(at)));
    if (is(path)) return true;
    at += path.size();
  }
  return false;
}

}  // namespace

std::optional<events::HazardKind> hazard_kind(std::string_view spelling) {
  for (auto number = static_cast<int>(events::HazardKind::Race);
       number <= static_cast<int>(events::HazardKind::StepLimit); ++number) {
    const auto kind = static_cast<events::HazardKind>(number);
    if (events::spelling(kind) == spelling) return kind;
  }
  return std::nullopt;
}

bool is_about_hazards(std::string_view metric) {
  return metric.find(kHazards) != std::string_view::npos;
}

bool counts_ptx(std::string_view metric) {
  constexpr std::string_view kOfPtx[] = {"warp_instructions", "thread_instructions", "branches",
                                         "divergent_branches", "simt_efficiency"};
  return has_path(metric, [&](std::string_view path) {
    return std::ranges::find(kOfPtx, path.substr(0, path.find('@'))) != std::end(kOfPtx);
  });
}

bool asks_for_time(std::string_view metric) { return has_path(metric, is_time_path); }

bool needs_trace(std::string_view metric) {
  return metric.find("@phase:") != std::string_view::npos;
}

Result<double> evaluate_metric(const run::ModelRun& run, std::string_view metric,
                               const experiment::Variables& known, ModelTimes* times) {
  std::string expression;
  experiment::Variables values;
  for (std::size_t at = 0; at < metric.size();) {
    const char c = metric[at];
    if (std::isalpha(static_cast<unsigned char>(c)) == 0) {
      // A number is taken whole, so that the "e" of 1e6 starts no path.
      std::size_t end = at + 1;
      while (std::isdigit(static_cast<unsigned char>(c)) != 0 && end < metric.size() &&
             is_name(metric[end]))
        ++end;
      expression += metric.substr(at, end - at);
      at = end;
      continue;
    }
    const std::size_t length = path_length(metric.substr(at));
    const std::string_view path = metric.substr(at, length);
    at += length;
    if (at < metric.size() && metric[at] == '(') {  // a function
      expression += path;
      continue;
    }
    const auto given = known.find(path);
    const Result<double> value =
        given != known.end() ? given->second : path_value(run, path, times);
    if (!value) return value.error();
    const std::string name = fmt::format("v{}", values.size());
    values[name] = *value;
    expression += name;
  }
  return experiment::evaluate(expression, values);
}

}  // namespace lanescope::lesson
