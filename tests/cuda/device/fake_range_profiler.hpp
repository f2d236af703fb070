#pragma once

#include "cuda/device/range_profiler.hpp"

// A range profiler of our own, which takes two passes: two warps that store eight sectors.
namespace lanescope::cuda::test {

// Its calls count and fail with those of fake_driver() (Fake::calls, fail_at, code).
[[nodiscard]] device::RangeProfiler fake_range_profiler();

}  // namespace lanescope::cuda::test
