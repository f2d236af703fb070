#include "lab/lesson/model_times.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "lab/experiment/element.hpp"
#include "lab/run/machine_code_run.hpp"

namespace lanescope::lesson {
namespace {

constexpr std::string_view kTime = "time.";
constexpr std::string_view kStall = "stall.", kStallCycles = "stall_cycles.";

// "time.l1.hit_rate@machine:tiny@caches:warm@launch:0"
struct TimePath {
  std::string name;  // behind "time."
  std::string machine = "h200";
  timing::Caches caches = timing::Caches::Cold;
  std::optional<std::uint64_t> launch;
};

bool read_selector(std::string_view key, const std::string& value, TimePath* path) {
  if (key == "machine") {
    path->machine = value;
  } else if (key == "caches" && (value == "cold" || value == "warm")) {
    path->caches = value == "warm" ? timing::Caches::Warm : timing::Caches::Cold;
  } else if (key == "launch") {
    const Result<std::uint64_t> number = experiment::parse_unsigned(value);
    if (!number) return false;
    path->launch = *number;
  } else {
    return false;
  }
  return true;
}

Result<TimePath> read_path(std::string_view text) {
  TimePath path;
  const std::size_t at = std::min(text.find('@'), text.size());
  path.name = text.substr(kTime.size(), at - kTime.size());
  std::string_view rest = text.substr(at);
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::string_view part = rest.substr(0, rest.find('@'));
    const std::size_t colon = std::min(part.find(':'), part.size());
    const std::string value(part.substr(std::min(colon + 1, part.size())));
    if (!read_selector(part.substr(0, colon), value, &path))
      return bad_input(fmt::format(
          "metric {}: `@{}` is not @machine:NAME, @caches:cold, @caches:warm or @launch:N", text,
          part));
    rest.remove_prefix(part.size());
  }
  return path;
}

// The simulated parts of several launches are added up as if they were one.
struct Sums {
  double cycles = 0, active = 0, warp_cycles = 0, scheduler_cycles = 0, instructions = 0;
  double load_bytes = 0, store_bytes = 0;
  timing::ReasonCycles stalls, slots;
  timing::CacheCounts l1, l2;

  void add(const timing::Timing& launch) {
    cycles += launch.cycles;
    active += launch.active_cycles;
    warp_cycles += static_cast<double>(launch.warp_cycles);
    scheduler_cycles += static_cast<double>(launch.scheduler_cycles);
    instructions += static_cast<double>(launch.instructions);
    load_bytes += launch.dram_load_bytes;
    store_bytes += launch.dram_store_bytes;
    stalls += launch.stalls;
    slots += launch.slots;
    l1 += launch.l1;
    l2 += launch.l2;
  }
};

double share(double part, double whole) { return whole > 0 ? part / whole : 0; }

std::optional<double> cache_value(const timing::CacheCounts& counts, std::string_view name) {
  const auto sectors = static_cast<double>(counts.sectors);
  if (name == "requests") return static_cast<double>(counts.requests);
  if (name == "sectors") return sectors;
  if (name == "hits") return static_cast<double>(counts.hits);
  if (name == "hit_rate") return share(static_cast<double>(counts.hits), sectors);
  return std::nullopt;
}

std::optional<double> dram_value(const Sums& sums, const timing::MachineDescription& machine,
                                 std::string_view name) {
  if (name == "load_bytes") return sums.load_bytes;
  if (name == "store_bytes") return sums.store_bytes;
  if (name == "use")
    return share(sums.load_bytes + sums.store_bytes, sums.active * machine.dram_bytes_per_cycle);
  return std::nullopt;
}

std::optional<double> stall_value(const Sums& sums, std::string_view reason, double whole) {
  for (int number = 0; number < timing::kReasons; ++number) {
    const auto one = static_cast<timing::Reason>(number);
    if (timing::spelling(one) == reason) return share(static_cast<double>(sums.stalls[one]), whole);
  }
  return std::nullopt;
}

std::optional<double> value_of(const Sums& sums, const timing::MachineDescription& machine,
                               std::string_view name) {
  if (name == "cycles") return sums.cycles;
  if (name == "microseconds") return timing::microseconds(machine, sums.cycles);
  if (name == "active_cycles") return sums.active;
  if (name == "instructions") return sums.instructions;
  if (name == "warps") return share(sums.warp_cycles, sums.scheduler_cycles);
  if (name == "issue_slots")
    return share(static_cast<double>(sums.slots[timing::Reason::selected]), sums.scheduler_cycles);
  if (name.starts_with(kStallCycles)) return stall_value(sums, name.substr(kStallCycles.size()), 1);
  if (name.starts_with(kStall))
    return stall_value(sums, name.substr(kStall.size()), sums.warp_cycles);
  if (name.starts_with("l1.")) return cache_value(sums.l1, name.substr(3));
  if (name.starts_with("l2.")) return cache_value(sums.l2, name.substr(3));
  if (name.starts_with("dram.")) return dram_value(sums, machine, name.substr(5));
  return std::nullopt;
}

Result<Sums> sums_of(const run::ModelTime& time, const TimePath& path) {
  if (path.launch && *path.launch >= time.launches.size())
    return bad_input(fmt::format("there is no launch {}", *path.launch));
  Sums sums;
  for (std::size_t launch = 0; launch < time.launches.size(); ++launch)
    if (!path.launch || *path.launch == launch) sums.add(time.launches[launch]);
  return sums;
}

Result<ModelTimes::Time> timed(const run::Prepared& prepared,
                               const ports::toolchain::Disassembler& disassembler,
                               const std::string& machine, timing::Caches caches) {
  const auto machine_code = run::by_machine_code(prepared, disassembler);
  if (!machine_code) return machine_code.error();
  auto time = run::time_of(**machine_code, machine, caches);
  if (!time) return time.error();
  return std::make_shared<const run::ModelTime>(std::move(*time));
}

}  // namespace

Result<ModelTimes::Time> ModelTimes::of(const std::shared_ptr<const run::Prepared>& prepared,
                                        const std::string& machine, timing::Caches caches) {
  Key key{prepared, machine, caches};
  const auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  return known_.emplace(std::move(key), timed(*prepared, disassembler_, machine, caches))
      .first->second;
}

bool is_time_path(std::string_view path) { return path.starts_with(kTime); }

Result<double> time_value(const std::shared_ptr<const run::Prepared>& prepared,
                          std::string_view path, ModelTimes* times) {
  const Result<TimePath> read = read_path(path);
  if (!read) return read.error();
  if (times == nullptr) return missing("the time is not known: it takes machine code");
  const auto time = times->of(prepared, read->machine, read->caches);
  if (!time) return time.error();
  const Result<Sums> sums = sums_of(**time, *read);
  if (!sums) return sums.error();
  const std::optional<double> value = value_of(*sums, (*time)->machine, read->name);
  if (!value) return bad_input(fmt::format("there is no metric `{}`", path));
  return *value;
}

}  // namespace lanescope::lesson
