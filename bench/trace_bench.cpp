// What recording costs, what a trace weighs, and how soon any tick is reached.
#include <random>

#include <benchmark/benchmark.h>

#include "bench/work.hpp"
#include "sim/replay/replay.hpp"
#include "tests/sim/replay/kernels.hpp"
#include "tests/sim/trace/synthetic.hpp"

namespace lanescope::trace {
namespace {

synthetic::Options options() {
  synthetic::Options o;
  o.grid = {64, 1, 1};
  o.phases = 100;
  return o;
}

// The events of a run, kept, so that the recorder alone is timed.
class Kept final : public events::Listener {
 public:
  using Listener::on;
  struct Event {
    enum Kind { kStep, kAccess, kBranch, kWait, kRelease } kind;
    events::Step step{};
    events::MemoryAccess access{};
    std::size_t addresses = 0;
    events::Branch branch{};
    events::Wait wait{};
    events::BarrierRelease release{};
  };
  void on(const events::LaunchBegin& e) override { launch = e; }
  void on(const events::Step& e) override { events.push_back({.kind = Event::kStep, .step = e}); }
  void on(const events::MemoryAccess& e) override {
    events.push_back({.kind = Event::kAccess, .access = e, .addresses = addresses.size()});
    addresses.insert(addresses.end(), e.addresses, e.addresses + kMaxWarpSize);
  }
  void on(const events::Branch& e) override {
    events.push_back({.kind = Event::kBranch, .branch = e});
  }
  void on(const events::Wait& e) override { events.push_back({.kind = Event::kWait, .wait = e}); }
  void on(const events::BarrierRelease& e) override {
    events.push_back({.kind = Event::kRelease, .release = e});
  }

  void tell(events::Listener& listener) {
    listener.on(launch);
    for (Event& e : events) {
      if (e.kind == Event::kStep) listener.on(e.step);
      if (e.kind == Event::kBranch) listener.on(e.branch);
      if (e.kind == Event::kWait) listener.on(e.wait);
      if (e.kind == Event::kRelease) listener.on(e.release);
      if (e.kind != Event::kAccess) continue;
      e.access.addresses = addresses.data() + e.addresses;
      listener.on(e.access);
    }
  }
  events::LaunchBegin launch{};
  std::vector<Event> events;
  std::vector<std::uint64_t> addresses;
};

void record(benchmark::State& state) {
  Kept kept;
  const auto told = synthetic::run(options(), kept);
  std::uint64_t bytes = 0;
  for (auto _ : state) {
    Recorder recorder({BlockIndex{0}, 64, 1U << 30U});
    kept.tell(recorder);
    bytes = recorder.finish({}, told.machine_steps)->bytes();
  }
  const auto steps = static_cast<double>(told.steps.size());
  state.counters["steps/s"] = benchmark::Counter(steps * static_cast<double>(state.iterations()),
                                                 benchmark::Counter::kIsRate);
  state.counters["bytes/step"] = static_cast<double>(bytes) / steps;
}
BENCHMARK(record)->Unit(benchmark::kMillisecond);

void any_tick(benchmark::State& state) {
  const auto trace = synthetic::record(options());
  std::mt19937_64 random(1);
  for (auto _ : state) {
    const Tick tick{random() % trace->tick_count()};
    benchmark::DoNotOptimize(trace->step(tick));
    benchmark::DoNotOptimize(trace->accesses(tick).size());
  }
}
BENCHMARK(any_tick);

std::shared_ptr<const engine::Plan> reduction_plan(std::uint32_t blocks = 2048) {
  const replay::test::Case c{
      "reduction", replay::test::reduction(), {blocks, 1, 1}, {256, 1, 1}, 1};
  return replay::test::plan_of(c, engine::Order::RoundRobin, engine::Policy::Its);
}

// Every block recorded: the machine and the recorder together.
std::shared_ptr<const Trace> record_whole(const std::shared_ptr<const engine::Plan>& plan) {
  Recorder recorder({BlockIndex{0}, ~0U, 1U << 30U});
  machine::Execution execution(plan, {engine::Recording::Full, {&recorder}});
  execution.run();
  return recorder.finish({}, execution.machine_step().value);
}

void record_course(benchmark::State& state, const bench::Work& work) {
  const auto plan = bench::plan_of(work);
  if (!plan) return state.SkipWithError("its PTX can't be read");
  double steps = 0, bytes = 0;
  for (auto _ : state) {
    const auto trace = record_whole(plan);
    steps = static_cast<double>(trace->tick_count());
    bytes = static_cast<double>(trace->bytes());
  }
  state.counters["steps/s"] = benchmark::Counter(steps * static_cast<double>(state.iterations()),
                                                 benchmark::Counter::kIsRate);
  state.counters["bytes/step"] = bytes / steps;
}
BENCHMARK_CAPTURE(record_course, reduction, bench::reduction())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(record_course, tiled_product, bench::tiled_product())
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(record_course, polynomial, bench::polynomial())->Unit(benchmark::kMillisecond);

// The machine's state at a random tick, keyframes in place.
void state_at_any_tick(benchmark::State& state) {
  const auto plan = reduction_plan(static_cast<std::uint32_t>(state.range(0)));
  const auto trace = record_whole(plan);
  replay::Replay replay(plan, trace);
  replay.prepare();
  std::mt19937_64 random(1);
  for (auto _ : state) {
    benchmark::DoNotOptimize(replay.at(Tick{random() % trace->tick_count()}).machine_step());
  }
  state.counters["ticks"] = static_cast<double>(trace->tick_count());
}
// 1.2 and 10 million warp instructions; the budget is 5 ms.
BENCHMARK(state_at_any_tick)->Arg(2048)->Arg(17'000)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace lanescope::trace
