// How much longer runs take that look for hazards: each kernel with them off and on, one after the
// other, on one core. `ratio` is on ÷ off, which shall not be above 4. The kernels of
// bench/data are those of kernels/, compiled by NVRTC 13.0 for sm_90. Run from the source root.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "sim/code/program.hpp"
#include "sim/machine/execution.hpp"
#include "sim/ptx/parser.hpp"

namespace {

using namespace lanescope;
using namespace lanescope::engine;
using machine::Execution;

std::shared_ptr<const std::vector<std::byte>> bytes_of(std::size_t count, std::uint8_t first,
                                                       std::uint8_t kinds) {
  auto bytes = std::make_shared<std::vector<std::byte>>(count);
  for (std::size_t i = 0; i < count; ++i)
    (*bytes)[i] = static_cast<std::byte>(first + i * 7 % kinds);
  return bytes;
}

// A launch of kernel parameters that are buffers, in order, and then `n`.
struct Work {
  std::string file, kernel;
  std::vector<std::pair<std::size_t, std::shared_ptr<const std::vector<std::byte>>>> buffers;
  std::uint32_t n = 0;
  Dim3 grid, block;
  std::uint32_t shared = 0;
};

std::shared_ptr<const Plan> plan_of(const Work& work) {
  std::ifstream file("bench/data/" + work.file + ".ptx");
  std::stringstream text;
  text << file.rdbuf();
  auto module = std::make_shared<const ptx::Module>(ptx::parse(text.str()));
  const auto program = code::Program::decode(module, work.kernel);
  if (!program) return nullptr;
  auto plan = std::make_shared<Plan>();
  Launch launch{*program, work.grid, work.block, work.shared, {}};
  for (const auto& [size, content] : work.buffers)
    plan->buffers.push_back({"b" + std::to_string(plan->buffers.size()), size, 4, content, false});
  launch.parameters.resize(8 * work.buffers.size() + 4);
  for (std::size_t b = 0; b < work.buffers.size(); ++b) {
    const std::uint64_t address = plan->address_of(b).value;
    std::memcpy(launch.parameters.data() + 8 * b, &address, sizeof address);
  }
  std::memcpy(launch.parameters.data() + 8 * work.buffers.size(), &work.n, sizeof work.n);
  plan->launches.push_back(std::move(launch));
  return plan;
}

// Seconds; negative: it did not finish, or something was told.
double seconds(const std::shared_ptr<const Plan>& plan, bool hazards) {
  const auto begin = std::chrono::steady_clock::now();
  Execution execution(plan, {Recording::Counters, {}, hazards, {1}});
  const bool good = execution.run() == Outcome::Finished && execution.hazards().empty();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  return good ? taken.count() : -1.0;
}

void hazards(benchmark::State& state, const Work& work) {
  const std::shared_ptr<const Plan> plan = plan_of(work);
  if (!plan) return state.SkipWithError("its PTX can't be read");
  double off = 0, on = 0;
  for (auto _ : state) {
    const double without = seconds(plan, false), with = seconds(plan, true);
    if (without < 0 || with < 0) return state.SkipWithError("did not finish, or has a hazard");
    off = off == 0 ? without : std::min(off, without);
    on = on == 0 ? with : std::min(on, with);
  }
  state.counters["off_ms"] = off * 1e3;
  state.counters["on_ms"] = on * 1e3;
  state.counters["ratio"] = on / off;
}

Work product(const std::string& file, std::uint32_t n, Dim3 grid, Dim3 block,
             std::uint32_t shared) {
  const std::size_t size = std::size_t{n} * n * sizeof(float);
  return {file,  "multiply", {{size, nullptr}, {size, nullptr}, {size, nullptr}}, n, grid,
          block, shared};
}

Work reduction(std::uint32_t n) {
  const std::uint32_t block = 256, blocks = n / block;
  return {"reduction", "reduce", {{blocks * 4, nullptr}, {n * 4, nullptr}}, n, {blocks},
          {block},     block * 4};
}

Work histogram(std::uint32_t n) {
  return {"histogram_per_warp",
          "histogram",
          {{7 * 4, nullptr}, {n, bytes_of(n, 'a', 26)}},
          n,
          {2},
          {128}};
}

Work scan(std::uint32_t n) {
  const std::uint32_t block = 128, blocks = n / block;
  return {"scan_hillis_steele",
          "scan_blocks",
          {{n * 4, nullptr}, {n * 4, bytes_of(n * 4, 0, 10)}, {blocks * 4, nullptr}},
          n,
          {blocks},
          {block},
          2 * block * 4};
}

BENCHMARK_CAPTURE(hazards, product_tiled, product("product_tiled", 256, {16, 16}, {16, 16}, 2048))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(hazards, product_blocked, product("product_blocked", 512, {4, 4}, {256}, 0))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(hazards, reduction_65536, reduction(65536))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(hazards, histogram_per_warp_16384, histogram(16384))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(hazards, histogram_per_warp_1048576, histogram(1048576))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(hazards, scan_hillis_steele_16384, scan(16384))->Unit(benchmark::kMillisecond);

}  // namespace
