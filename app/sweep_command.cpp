#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/equipment.hpp"
#include "app/experiment.hpp"
#include "app/gpu_target.hpp"
#include "app/messages.hpp"
#include "lab/experiment/element.hpp"
#include "lab/experiment/text_table.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "lab/report/exit_status.hpp"
#include "lab/run/report_counters.hpp"
#include "sim/events/counter_table.hpp"

namespace lanescope::app {
namespace {

constexpr int kMostValues = 4096;

// block=32,64   block=8x8,16x16   grid=…   define:R=1..8   arg:n=1,2,3   set:n=…
struct Vary {
  std::string kind, name;  // "define", "R"; name is empty for block, grid and shared
  std::vector<std::string> values;
};

std::optional<std::int32_t> whole(const std::string& text) {
  std::int32_t value = 0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && at == end ? std::optional(value) : std::nullopt;
}

Result<void> add_values(const std::string& part, std::vector<std::string>* values) {
  if (part.empty()) return bad_input("--vary: a value between two commas is missing");
  const std::size_t dots = part.find("..");
  if (dots == std::string::npos) {
    values->push_back(part);
    return {};
  }
  const std::optional<std::int32_t> first = whole(part.substr(0, dots));
  const std::optional<std::int32_t> last = whole(part.substr(dots + 2));
  if (!first || !last || *first > *last ||
      std::int64_t{*last} - *first >= std::int64_t{kMostValues}) {
    return bad_input(fmt::format("--vary: `{}` is not a range FIRST..LAST of at most {} values",
                                 part, kMostValues));
  }
  for (std::int64_t value = *first; value <= *last; ++value)
    values->push_back(fmt::format("{}", value));
  return {};
}

Result<Vary> read_vary(const std::string& words) {
  const std::size_t equals = words.find('=');
  Vary vary;
  const std::string head = words.substr(0, equals);
  const std::size_t colon = head.find(':');
  vary.kind = head.substr(0, colon);
  if (colon != std::string::npos) vary.name = head.substr(colon + 1);
  const bool plain = vary.kind == "block" || vary.kind == "grid" || vary.kind == "shared";
  const bool named = vary.kind == "define" || vary.kind == "arg" || vary.kind == "set";
  if (equals == std::string::npos || !(plain || named) || named == vary.name.empty()) {
    return bad_input(fmt::format(
        "--vary {}: block=…, grid=…, shared=…, define:NAME=…, arg:NAME=… or set:NAME=… is wanted",
        words));
  }
  const std::string all = words.substr(equals + 1);
  if (all.empty()) return bad_input(fmt::format("--vary {}: there are no values", words));
  for (std::size_t begin = 0; begin <= all.size();) {
    const std::size_t comma = std::min(all.find(',', begin), all.size());
    if (Result<void> ok = add_values(all.substr(begin, comma - begin), &vary.values); !ok)
      return ok.error();
    begin = comma + 1;
  }
  return vary;
}

// 16x8: commas part the values.
std::string shape(std::string value) {
  std::ranges::replace(value, 'x', ',');
  return value;
}

// The scalar argument of this name with another value; of a lesson's rung also a parameter.
Result<void> set_argument(const std::string& name, const std::string& value, RunArguments* run) {
  for (std::string& spec : run->arguments) {
    const std::size_t equals = spec.find('=');
    const std::size_t bracket = spec.find('[');
    if (!spec.starts_with(name + ":") || equals == std::string::npos || bracket < equals) continue;
    spec = spec.substr(0, equals + 1) + value;
    return {};
  }
  if (!is_file(*run)) {
    run->parameters.push_back(name + "=" + value);
    return {};
  }
  return bad_input(fmt::format("--vary arg:{}: there is no scalar --arg {}:type=…", name, name));
}

Result<RunArguments> with_value(const RunArguments& base, const Vary& vary,
                                const std::string& value) {
  RunArguments run = base;
  if (vary.kind == "block") run.block = shape(value);
  if (vary.kind == "grid") run.grid = shape(value);
  if (vary.kind == "define") run.defines.push_back(vary.name + "=" + value);
  if (vary.kind == "set") run.parameters.push_back(vary.name + "=" + value);
  if (vary.kind == "arg") {
    if (Result<void> ok = set_argument(vary.name, value, &run); !ok) return ok.error();
  }
  if (vary.kind == "shared") {
    const Result<std::uint64_t> bytes = experiment::parse_unsigned(value);
    if (!bytes || *bytes >> 32U != 0)
      return bad_input(fmt::format("--vary shared: `{}` is no count of bytes", value));
    run.shared = static_cast<std::uint32_t>(*bytes);
  }
  return run;
}

std::vector<std::string> heading(const Vary& vary, bool gpu) {
  std::vector<std::string> cells{vary.name.empty() ? vary.kind : vary.name,
                                 "outcome",
                                 "warp_instructions",
                                 "simt_efficiency",
                                 "divergent_branches",
                                 "global_sectors",
                                 "ideal_sectors",
                                 "bank_conflicts",
                                 "occupancy",
                                 "model_seconds"};
  if (gpu) cells.insert(cells.end(), {"gpu_agrees", "gpu_us", "gpu_us_min", "gpu_us_max"});
  return cells;
}

// Empty cells where the GPU gave nothing.
std::vector<std::string> gpu_cells(const hardware::GpuReport& report) {
  const auto* run = std::get_if<hardware::GpuRun>(&report);
  if (run == nullptr) return {"", "", "", ""};
  const hardware::Spread time = hardware::spread(run->times.milliseconds);
  return {run->agrees() ? "yes" : "no", fmt::format("{:.3f}", time.median * 1e3),
          fmt::format("{:.3f}", time.min * 1e3), fmt::format("{:.3f}", time.max * 1e3)};
}

std::vector<std::string> row(const std::string& value, const run::ModelRun& run) {
  const events::Counters c = run.counters();
  return {value,
          std::string(run::spelling(run.outcome)),
          fmt::format("{}", c.warp_instructions),
          fmt::format("{:.4f}", c.simt_efficiency(run.plan().options.warp_size)),
          fmt::format("{}", c.divergent_branches),
          fmt::format("{}", events::sum_of(c, "global.sectors")),
          fmt::format("{}", events::sum_of(c, "global.ideal_sectors")),
          fmt::format("{}", events::sum_of(c, "shared.bank_conflicts")),
          fmt::format("{:.4f}", run.prepared->occupancy.front().theoretical),
          fmt::format("{:.6f}", run.seconds)};
}

std::string csv(const std::vector<std::vector<std::string>>& rows) {
  std::string text;
  for (const auto& cells : rows) text += fmt::format("{}\n", fmt::join(cells, ","));
  return text;
}

std::string table(const std::vector<std::vector<std::string>>& rows) {
  experiment::TextTable out("rl" + std::string(rows.front().size() - 2, 'r'));
  for (const auto& cells : rows) out.add(cells);
  return out.text("");
}

// 2 before 3 before 1, as for one launch.
int worse(int a, int b) {
  const auto rank = [](int status) {
    return status == 0 ? 0 : status == 1 ? 1 : status == 3 ? 2 : 3;
  };
  return rank(b) > rank(a) ? b : a;
}

// One launch for each value; what is wrong with one of them is said before any runs.
Result<std::vector<experiment::Experiment>> experiments(const RunArguments& base,
                                                        const Vary& vary) {
  std::vector<experiment::Experiment> all;
  for (const std::string& value : vary.values) {
    const Result<RunArguments> run = with_value(base, vary, value);
    if (!run) return run.error();
    Result<experiment::Experiment> experiment = make_experiment(*run);
    if (!experiment) return experiment.error();
    all.push_back(std::move(*experiment));
  }
  return all;
}

}  // namespace

int sweep_command(const CommandLine& line) {
  const Result<Vary> vary = read_vary(line.sweep.vary);
  if (!vary) return complain(vary.error());
  const Result<std::vector<experiment::Experiment>> all = experiments(line.sweep.run, *vary);
  if (!all) return complain(all.error());
  const std::unique_ptr<ports::toolchain::Compiler> compiler = equipment().compiler();
  Result<GpuTarget> gpu = GpuTarget::open(line.sweep.run, *compiler);
  if (!gpu) return complain(gpu.error());
  std::vector<std::vector<std::string>> rows{heading(*vary, line.sweep.run.on_gpu())};
  run::RunOptions options;
  options.cores = cores_of(line.sweep.run);
  int status = 0;
  for (std::size_t i = 0; i < all->size(); ++i) {
    const std::string& value = vary->values[i];
    const std::string with = fmt::format("lanescope: with {} = {}:\n", rows.front().front(), value);
    run::PrepareResult result = run::prepare((*all)[i], *compiler);
    if (const auto* failed = std::get_if<run::PrepareFailure>(&result)) {
      tell("{}", with);
      status = worse(status, complain(*failed));
      continue;
    }
    const auto done =
        run::run_model(std::get<std::shared_ptr<const run::Prepared>>(std::move(result)), options);
    if (!done->hazards.empty()) tell("{}", with);
    tell_run(*done);
    status = worse(status, report::exit_status(*done));
    rows.push_back(row(value, *done));
    const std::optional<hardware::GpuReport> beside = gpu->run(*done, GpuTarget::Count::None);
    if (!beside) continue;
    if (const auto* failed = std::get_if<ports::device::GpuFailure>(&*beside)) {
      tell("{}", with);
      complain(failed->error);
    }
    status = worse(status, report::exit_status(*done, *beside));
    for (std::string& cell : gpu_cells(*beside)) rows.back().push_back(std::move(cell));
  }
  const std::string text = line.sweep.format == "csv" ? csv(rows) : table(rows);
  const Result<void> written = write_output(line.sweep.out, text);
  return written ? status : complain(written.error());
}

}  // namespace lanescope::app
