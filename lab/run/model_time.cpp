#include "lab/run/model_time.hpp"

#include <memory>

#include "lab/run/prepare.hpp"
#include "sim/engine/engine.hpp"
#include "sim/sass/timed/timed_launch.hpp"

namespace lanescope::run {
namespace {

sass::timed::Residency residency_of(const Prepared& prepared, std::uint32_t launch) {
  if (launch >= prepared.occupancy.size()) return {};
  const analysis::Occupancy& occupancy = prepared.occupancy[launch];
  return {occupancy.blocks_per_sm, occupancy.shared_bytes_per_block};
}

}  // namespace

double ModelTime::cycles() const {
  double sum = 0;
  for (const timing::Timing& launch : launches) sum += launch.cycles;
  return sum;
}
double ModelTime::microseconds() const { return timing::microseconds(machine, cycles()); }
timing::ReasonCycles ModelTime::stalls() const {
  timing::ReasonCycles sum;
  for (const timing::Timing& launch : launches) sum += launch.stalls;
  return sum;
}

Result<ModelTime> time_of(const Prepared& prepared, const std::string& machine,
                          timing::Caches caches, std::uint64_t most_blocks) {
  auto described = timing::machine(machine);
  if (!described) return described.error();
  ModelTime time;
  time.machine = *described;
  std::vector<std::unique_ptr<sass::timed::TimedLaunch>> launches;
  engine::ExecutionOptions options;
  options.recording = engine::Recording::Full;
  const auto count = static_cast<std::uint32_t>(prepared.plan->launches.size());
  for (std::uint32_t number = 0; number < count; ++number) {
    launches.push_back(std::make_unique<sass::timed::TimedLaunch>(
        prepared.plan->launches[number], number, residency_of(prepared, number), time.machine,
        caches, most_blocks));
    options.listeners.add(launches.back()->listener());
  }
  const auto execution = engine::start(prepared.plan, std::move(options));
  if (execution->run() != engine::Outcome::Finished)
    return bad_input("a run that does not end by itself has no time");
  for (const auto& launch : launches) time.launches.push_back(launch->time());
  return time;
}

}  // namespace lanescope::run
