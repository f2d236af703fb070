// Warp instructions per second of the machine: on the shared-memory reduction of the course
// (kernels/reduction/3_sequential.cu), 262,144 threads in blocks of 256; on its tiled product, of
// 256 × 256 matrices; and on arithmetic and hardly anything else (bench/data/polynomial.cu). All
// compiled by nvcc 13.0 for sm_90. LANESCOPE_VECTORS=avx2 measures what a CPU without AVX-512 does.
#include <cstdint>
#include <cstring>
#include <memory>

#include <benchmark/benchmark.h>

#include "bench/work.hpp"
#include "sim/machine/execution.hpp"

namespace {

using namespace lanescope;
using namespace lanescope::engine;
using bench::Work;
using machine::Execution;

// Wants every event and keeps none: what telling alone costs.
class Idle : public events::Listener {};

struct Mode {
  Recording recording = Recording::Counters;
  bool hazards = false;
  unsigned cores = 1;
  Order order = Order::Barrier;
};

void run(benchmark::State& state, const Work& work, Mode mode) {
  const std::shared_ptr<Plan> plan = bench::plan_of(work);
  if (!plan) return state.SkipWithError("its PTX can't be read");
  plan->options.order = mode.order;
  Idle listener;
  std::uint64_t instructions = 0;
  for (auto _ : state) {
    Execution execution(plan, {mode.recording, {&listener}, mode.hazards, {mode.cores}});
    if (execution.run() != Outcome::Finished) return state.SkipWithError("it did not finish");
    float first = 0;
    std::memcpy(&first, execution.buffer(0).data(), sizeof first);
    if (work.file == "reduction" && first != 256.0F)
      return state.SkipWithError("the reduction is wrong");
    instructions += execution.machine_step().value;
  }
  state.counters["warp_instructions/s"] =
      benchmark::Counter(static_cast<double>(instructions), benchmark::Counter::kIsRate);
}

constexpr Mode kNone{Recording::None}, kCounters{}, kFull{Recording::Full},
    kHazards{Recording::Counters, true};

void reduction(benchmark::State& state, Mode mode) { run(state, bench::reduction(), mode); }
BENCHMARK_CAPTURE(reduction, none, kNone)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(reduction, counters, kCounters)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(reduction, full, kFull)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(reduction, hazards, kHazards)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(reduction, counters_round_robin,
                  Mode{Recording::Counters, false, 1, Order::RoundRobin})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(reduction, counters_2_cores, Mode{Recording::Counters, false, 2})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(reduction, hazards_2_cores, Mode{Recording::Counters, true, 2})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

void tiled_product(benchmark::State& state, Mode mode) { run(state, bench::tiled_product(), mode); }
BENCHMARK_CAPTURE(tiled_product, counters, kCounters)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(tiled_product, full, kFull)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(tiled_product, hazards, kHazards)->Unit(benchmark::kMillisecond);

void polynomial(benchmark::State& state, Mode mode) { run(state, bench::polynomial(), mode); }
BENCHMARK_CAPTURE(polynomial, counters, kCounters)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(polynomial, full, kFull)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(polynomial, hazards, kHazards)->Unit(benchmark::kMillisecond);

}  // namespace
