// What one call of a counting rule costs; an instrumented run makes one for each memory
// instruction.
#include <array>

#include <benchmark/benchmark.h>

#include "sim/events/counting.hpp"

namespace lanescope::events {
namespace {

enum Pattern : int { kConsecutive, kBroadcast, kColumn, kTile, kPermuted, kScattered };

std::array<std::uint64_t, kMaxWarpSize> pattern(int which, std::uint64_t bytes) {
  std::array<std::uint64_t, kMaxWarpSize> a{};
  for (std::uint64_t lane = 0; lane < kMaxWarpSize; ++lane) {
    switch (which) {
      case kConsecutive:
        a[lane] = lane;
        break;
      case kBroadcast:
        a[lane] = 5;
        break;
      case kColumn:
        a[lane] = lane * 32;
        break;
      case kTile:
        a[lane] = lane / 16 * 17 + lane % 16;
        break;
      case kPermuted:
        a[lane] = lane ^ 21U;
        break;
      default:
        a[lane] = lane * 2654435761U % 4096;
        break;
    }
    a[lane] = 4096 + a[lane] * bytes;
  }
  return a;
}

void sectors(benchmark::State& state) {
  const auto a = pattern(static_cast<int>(state.range(0)), 4);
  auto lanes = static_cast<LaneMask>(state.range(1));
  for (auto _ : state) {
    benchmark::DoNotOptimize(lanes);
    benchmark::DoNotOptimize(count_sectors(a.data(), lanes, 4));
  }
}
BENCHMARK(sectors)->ArgsProduct({{kConsecutive, kBroadcast, kTile, kPermuted, kScattered},
                                 {0xffffffff, 0x55555555, 0xffff}});

void shared(benchmark::State& state) {
  const auto bytes = static_cast<int>(state.range(2));
  const auto a = pattern(static_cast<int>(state.range(0)), static_cast<std::uint64_t>(bytes));
  auto lanes = static_cast<LaneMask>(state.range(1));
  for (auto _ : state) {
    benchmark::DoNotOptimize(lanes);
    benchmark::DoNotOptimize(count_shared(a.data(), lanes, bytes, SharedAccess::Load));
  }
}
BENCHMARK(shared)->ArgsProduct({{kConsecutive, kBroadcast, kColumn, kTile, kPermuted, kScattered},
                                {0xffffffff, 0x55555555, 0xffff},
                                {4, 8, 16}});

}  // namespace
}  // namespace lanescope::events
