#include "lab/run/run_model.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "lab/run/prepare.hpp"
#include "lab/run/report_counters.hpp"
#include "sim/base/hash.hpp"
#include "sim/engine/engine.hpp"
#include "sim/replay/replay.hpp"

namespace lanescope::run {
namespace {

using Clock = std::chrono::steady_clock;

// Between two looks at `cancel`; a few milliseconds of work. As far apart as a replay's keyframes.
constexpr std::uint64_t kChunk = replay::Replay::kKeyframeInterval;
// run_window: once a launch's window is recorded, later launches follow while this many warp
// instructions have not been issued. A number of steps, not a time: the same window is recorded on
// every machine.
constexpr std::uint64_t kWindowSteps = 300'000;
constexpr std::uint64_t kWindowChunk = 512;
// Between two machine states that a window's run leaves for its replay: less than a millisecond of
// work, and at most a few dozen states.
constexpr std::uint64_t kSnapshotInterval = 16 * kWindowChunk;

// Of a whole run that is recorded: at first after every chunk, then, when they are too many, half
// as many, so that no part of a long run is far from one.
constexpr std::size_t kMostSnapshots = 96;

// Differs for any two runs of a process: none begin at one address at one instant.
std::uint64_t new_id(const ModelRun* run) {
  const auto now = static_cast<std::uint64_t>(Clock::now().time_since_epoch().count());
  return mix(mix(now) ^ reinterpret_cast<std::uintptr_t>(run));
}

// Knows when the blocks of the window have ended.
class WindowEnd final : public events::Listener {
 public:
  WindowEnd(const trace::Recorder& recorder, std::uint32_t count)
      : recorder_(recorder), count_(count) {}
  [[nodiscard]] bool reached() const { return waiting_ == 0; }

  using Listener::on;
  void on(const events::LaunchBegin& event) override {
    launch_ = event.launch;
    waiting_ = std::min<std::uint64_t>(count_, event.grid.count());
  }
  void on(const events::BlockEnd& event) override {
    if (waiting_ > 0 && wants(launch_, event.block)) --waiting_;
  }
  [[nodiscard]] bool wants(std::uint32_t launch, BlockIndex block) const override {
    return recorder_.wants(launch, block);
  }

 private:
  const trace::Recorder& recorder_;
  std::uint32_t count_;
  std::uint32_t launch_ = 0;
  std::uint64_t waiting_ = 1;
};

bool ends_launch(const events::Hazard& hazard, engine::Outcome outcome) {
  switch (hazard.kind) {
    case events::HazardKind::OutOfBounds:
    case events::HazardKind::Misaligned:
    case events::HazardKind::Trap:
      return outcome == engine::Outcome::Fault;
    case events::HazardKind::Deadlock:
      return outcome == engine::Outcome::Deadlock;
    case events::HazardKind::StepLimit:
      return outcome == engine::Outcome::StepLimit;
    default:
      return false;
  }
}

std::vector<std::byte> bytes_of(const engine::Execution& execution, const PlannedBuffer& buffer) {
  const auto bytes = buffer.is_symbol
                         ? execution.symbol(execution.plan().symbols[buffer.plan_index].name)
                         : execution.buffer(buffer.plan_index);
  const std::uint64_t wanted = buffer.count * experiment::size_of(buffer.type);
  const auto taken = bytes.first(std::min<std::size_t>(bytes.size(), wanted));
  return {taken.begin(), taken.end()};
}

std::vector<std::vector<events::Counters>> all_counters(const engine::Execution& execution) {
  std::vector<std::vector<events::Counters>> all;
  const std::size_t launches = execution.launches().size();
  for (std::uint32_t i = 0; i < launches; ++i) {
    const auto counters = execution.counters_by_pc(i);
    all.emplace_back(counters.begin(), counters.end());
  }
  return all;
}

// What kernels have launched becomes known by a run.
std::shared_ptr<const Prepared> as_run(std::shared_ptr<const Prepared> prepared,
                                       const engine::Execution& execution) {
  std::vector<engine::Launch> launches = execution.launches();
  const auto nested = [](const engine::Launch& launch) { return launch.depth > 0; };
  if (std::ranges::none_of(launches, nested)) return prepared;
  return with_launches(*prepared, std::move(launches));
}

std::shared_ptr<ModelRun> harvest(std::shared_ptr<const Prepared> prepared,
                                  const RunOptions& options, const engine::Execution& execution,
                                  trace::Recorder* recorder, double seconds) {
  auto run = std::make_shared<ModelRun>();
  run->id = new_id(run.get());
  run->outcome = execution.outcome();
  run->complete = run->outcome != engine::Outcome::Running;
  run->unsupported = execution.unsupported();
  run->printed = execution.printed();
  run->seconds = seconds;
  run->machine_steps = execution.machine_step().value;
  run->counters_by_pc = all_counters(execution);
  if (recorder != nullptr) run->trace = recorder->finish(run->counters_by_pc, run->machine_steps);
  if (run->complete) {
    for (const PlannedBuffer& buffer : prepared->buffers) {
      run->buffers.push_back({buffer.name, buffer.type, buffer.count, bytes_of(execution, buffer)});
    }
  }
  run->prepared = as_run(std::move(prepared), execution);
  for (const events::Hazard& hazard : execution.hazards()) {
    if (options.hazards || ends_launch(hazard, run->outcome)) add_hazard(hazard, run.get());
  }
  return run;
}

// Machine states kept on the way, evenly spaced.
class SpacedSnapshots {
 public:
  void at(engine::Execution& execution) {
    const MachineStep step = execution.machine_step();
    if (step.value % interval_ != 0 || execution.outcome() != engine::Outcome::Running) return;
    states_.emplace(step, execution.snapshot());
    if (states_.size() <= kMostSnapshots) return;
    interval_ *= 2;
    std::erase_if(states_, [&](const auto& state) { return state.first.value % interval_ != 0; });
  }
  [[nodiscard]] auto take() { return std::move(states_); }

 private:
  std::uint64_t interval_ = kChunk;
  std::map<MachineStep, std::shared_ptr<const engine::Snapshot>> states_;
};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

bool is_cancelled(const std::atomic<bool>* cancel) {
  return cancel != nullptr && cancel->load(std::memory_order_relaxed);
}

}  // namespace

void add_hazard(const events::Hazard& hazard, ModelRun* run) {
  const auto same_line = [run](const events::Hazard& a, Pc at, const events::Hazard& b, Pc other) {
    if (at == other && a.launch == b.launch) return true;
    const ReportPlace one = report_place(*run, a.launch, at);
    const ReportPlace two = report_place(*run, b.launch, other);
    return one.line != 0 && one.line == two.line && one.file == two.file;
  };
  for (events::Hazard& known : run->hazards) {
    if (known.kind != hazard.kind || !same_line(known, known.pc, hazard, hazard.pc) ||
        ((known.kind == events::HazardKind::Race ||
          known.kind == events::HazardKind::UninitializedRead) &&
         !same_line(known, known.other_pc, hazard, hazard.other_pc))) {
      continue;
    }
    known.count += hazard.count;
    known.severity = std::max(known.severity, hazard.severity);
    return;
  }
  run->hazards.push_back(hazard);
}

events::Counters ModelRun::counters() const {
  events::Counters sum;
  for (const auto& launch : counters_by_pc) {
    for (const events::Counters& counters : launch) sum += counters;
  }
  return sum;
}

std::shared_ptr<ModelRun> run_model(std::shared_ptr<const Prepared> prepared,
                                    const RunOptions& options, const std::atomic<bool>* cancel) {
  std::optional<trace::Recorder> recorder;
  if (options.recording == engine::Recording::Full) recorder.emplace(options.window);
  const Clock::time_point start = Clock::now();
  engine::ExecutionOptions heard{options.recording, {}, options.hazards, options.cores};
  if (recorder) heard.listeners = {&*recorder};
  const auto execution = engine::start(prepared->plan, std::move(heard));
  const std::uint64_t chunk = cancel == nullptr ? ~std::uint64_t{0} : kChunk;
  SpacedSnapshots spaced;
  while (execution->outcome() == engine::Outcome::Running) {
    if (is_cancelled(cancel)) return nullptr;
    recorder ? execution->run(chunk) : execution->run_about(chunk);
    if (recorder && cancel != nullptr) spaced.at(*execution);
  }
  const double seconds = seconds_since(start);
  const auto run =
      harvest(std::move(prepared), options, *execution, recorder ? &*recorder : nullptr, seconds);
  run->snapshots = spaced.take();
  return run;
}

std::shared_ptr<const ModelRun> run_window(std::shared_ptr<const Prepared> prepared,
                                           const RunOptions& options,
                                           const std::atomic<bool>* cancel) {
  trace::Recorder recorder(options.window);
  WindowEnd window_end(recorder, options.window.count);
  std::map<MachineStep, std::shared_ptr<const engine::Snapshot>> snapshots;
  SpacedSnapshots spaced;
  const Clock::time_point start = Clock::now();
  const auto execution = engine::start(
      prepared->plan, {engine::Recording::Full, {&recorder, &window_end}, options.hazards});
  while (execution->outcome() == engine::Outcome::Running) {
    if (is_cancelled(cancel) && seconds_since(start) >= options.patience) return nullptr;
    if (window_end.reached() && execution->machine_step().value >= kWindowSteps) break;
    const std::uint64_t before = execution->machine_step().value;
    const bool beyond = before >= kWindowSteps;  // a block that runs for long
    execution->run(beyond ? std::min(kWindowChunk, kChunk - before % kChunk) : kWindowChunk);
    const MachineStep step = execution->machine_step();
    if (beyond)
      spaced.at(*execution);
    else if (step.value % kSnapshotInterval == 0)
      snapshots.emplace(step, execution->snapshot());
  }
  const double seconds = seconds_since(start);
  const auto run = harvest(std::move(prepared), options, *execution, &recorder, seconds);
  snapshots.merge(spaced.take());
  run->snapshots = std::move(snapshots);
  return run;
}

}  // namespace lanescope::run
