// Warp instructions per second of the machine on the shared-memory reduction of the course
// (kernels/reduction/3_sequential.cu, compiled to bench/data/reduction.ptx by nvcc 13.0 for sm_90),
// 262,144 threads in blocks of 256. Run from the source root.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>
#include <vector>

#include <benchmark/benchmark.h>

#include "sim/code/program.hpp"
#include "sim/machine/execution.hpp"
#include "sim/ptx/parser.hpp"

namespace {

using namespace lanescope;
using namespace lanescope::engine;
using machine::Execution;

constexpr std::uint32_t kThreads = 262144;
constexpr std::uint32_t kBlock = 256;

// Wants every event and keeps none: what telling alone costs.
class Idle : public events::Listener {};

std::shared_ptr<const Plan> reduction_plan(Order order) {
  std::ifstream file("bench/data/reduction.ptx");
  std::stringstream text;
  text << file.rdbuf();
  auto module = std::make_shared<const ptx::Module>(ptx::parse(text.str()));
  const Result<std::shared_ptr<const code::Program>> program =
      code::Program::decode(module, "reduce");
  if (!program) return nullptr;
  auto plan = std::make_shared<Plan>();
  const std::vector<float> ones(kThreads, 1.0F);
  auto bytes = std::make_shared<std::vector<std::byte>>(kThreads * sizeof(float));
  std::memcpy(bytes->data(), ones.data(), bytes->size());
  plan->buffers.push_back(
      {"out", std::uint64_t{kThreads} / kBlock * sizeof(float), 4, nullptr, false});
  plan->buffers.push_back({"in", bytes->size(), 4, bytes, false});
  plan->options.order = order;
  Launch launch{*program, {kThreads / kBlock}, {kBlock}, kBlock * 4, std::vector<std::byte>(20)};
  const std::uint64_t out = plan->address_of(0).value, in = plan->address_of(1).value;
  std::memcpy(launch.parameters.data(), &out, 8);
  std::memcpy(launch.parameters.data() + 8, &in, 8);
  std::memcpy(launch.parameters.data() + 16, &kThreads, 4);
  plan->launches.push_back(std::move(launch));
  return plan;
}

void reduction(benchmark::State& state, Recording recording, Order order, bool hazards = false,
               unsigned cores = 1) {
  const std::shared_ptr<const Plan> plan = reduction_plan(order);
  if (!plan) return state.SkipWithError("bench/data/reduction.ptx can't be read");
  Idle listener;
  std::uint64_t instructions = 0;
  for (auto _ : state) {
    Execution execution(plan, {recording, {&listener}, hazards, {cores}});
    if (execution.run() != Outcome::Finished)
      return state.SkipWithError("the reduction did not finish");
    float first = 0;
    std::memcpy(&first, execution.buffer(0).data(), sizeof first);
    if (first != 256.0F) return state.SkipWithError("the reduction is wrong");
    instructions += execution.machine_step().value;
  }
  state.counters["warp_instructions/s"] =
      benchmark::Counter(static_cast<double>(instructions), benchmark::Counter::kIsRate);
}

BENCHMARK_CAPTURE(reduction, none, Recording::None, Order::Barrier)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(reduction, counters, Recording::Counters, Order::Barrier)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(reduction, full, Recording::Full, Order::Barrier)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(reduction, counters_round_robin, Recording::Counters, Order::RoundRobin)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(reduction, counters_2_cores, Recording::Counters, Order::Barrier, false, 2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(reduction, hazards, Recording::Counters, Order::Barrier, true)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(reduction, hazards_2_cores, Recording::Counters, Order::Barrier, true, 2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
