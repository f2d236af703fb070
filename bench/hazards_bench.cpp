// How much longer runs take that look for hazards: each kernel with them off and on, one after the
// other, on one core. `ratio` is on ÷ off, which shall not be above 4. The kernels of
// bench/data are those of kernels/, compiled by NVRTC 13.0 for sm_90. Run from the source root.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/work.hpp"
#include "sim/machine/execution.hpp"

namespace {

using namespace lanescope;
using namespace lanescope::engine;
using bench::plan_of;
using bench::product;
using bench::Work;
using machine::Execution;

std::shared_ptr<const std::vector<std::byte>> bytes_of(std::size_t count, std::uint8_t first,
                                                       std::uint8_t kinds) {
  auto bytes = std::make_shared<std::vector<std::byte>>(count);
  for (std::size_t i = 0; i < count; ++i)
    (*bytes)[i] = static_cast<std::byte>(first + i * 7 % kinds);
  return bytes;
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
