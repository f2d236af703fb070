#include "lab/run/model_time.hpp"

#include <memory>

#include "lab/run/prepare.hpp"
#include "sim/engine/engine.hpp"

namespace lanescope::run {
namespace {

sass::timed::Residency residency_of(const Prepared& prepared, std::uint32_t launch) {
  if (launch >= prepared.occupancy.size()) return {};
  const analysis::Occupancy& occupancy = prepared.occupancy[launch];
  return {occupancy.blocks_per_sm, occupancy.shared_bytes_per_block};
}

// An Error: cancelled, or the run did not end by itself.
Result<void> run_to_the_end(engine::Execution& execution, const std::atomic<bool>* cancel) {
  constexpr std::uint64_t kSlice = 100'000;
  while (execution.outcome() == engine::Outcome::Running) {
    if (cancel != nullptr && *cancel) return bad_input("cancelled");
    execution.run_about(kSlice);
  }
  if (execution.outcome() == engine::Outcome::Finished) return {};
  if (execution.outcome() == engine::Outcome::Unsupported)
    return bad_input(execution.unsupported());
  return bad_input("a run that does not end by itself has no time");
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

Result<std::shared_ptr<const RecordedWork>> record_work(const Prepared& prepared,
                                                        const std::string& machine,
                                                        std::uint64_t most_blocks,
                                                        const std::atomic<bool>* cancel) {
  auto described = timing::machine(machine);
  if (!described) return described.error();
  auto work = std::make_shared<RecordedWork>();
  work->machine = *described;
  engine::ExecutionOptions options;
  options.recording = engine::Recording::Full;
  std::vector<std::unique_ptr<sass::timed::LaunchRecorder>> recorders;
  const auto count = static_cast<std::uint32_t>(prepared.plan->launches.size());
  for (std::uint32_t number = 0; number < count; ++number) {
    recorders.push_back(std::make_unique<sass::timed::LaunchRecorder>(
        prepared.plan->launches[number], number, residency_of(prepared, number), work->machine,
        most_blocks));
    options.listeners.add(recorders.back()->listener());
  }
  const auto execution = engine::start(prepared.plan, std::move(options));
  if (const Result<void> ended = run_to_the_end(*execution, cancel); !ended) return ended.error();
  for (const auto& recorder : recorders) work->launches.push_back(recorder->take());
  return std::shared_ptr<const RecordedWork>(std::move(work));
}

ModelTime time_of(const RecordedWork& work, timing::Caches caches, const timing::Changes& changes,
                  LaunchHistory* history) {
  ModelTime time;
  time.machine = timing::changed(work.machine, changes);
  for (std::uint32_t number = 0; number < work.launches.size(); ++number) {
    const bool watched = history != nullptr && history->launch == number;
    time.launches.push_back(sass::timed::time_of(work.launches[number], work.machine, caches,
                                                 changes, watched ? &history->sm : nullptr));
  }
  return time;
}

Result<ModelTime> time_of(const Prepared& prepared, const std::string& machine,
                          timing::Caches caches, std::uint64_t most_blocks) {
  const auto work = record_work(prepared, machine, most_blocks);
  if (!work) return work.error();
  return time_of(**work, caches);
}

}  // namespace lanescope::run
