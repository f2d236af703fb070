#pragma once

#include <cstdint>

#include "lab/run/run_model.hpp"

namespace lanescope::run {

// Floating-point operations of a run on the model, by the width of their operands. Counted as
// NVIDIA's profilers do (Nsight Compute, "Roofline Charts"): an addition, subtraction or
// multiplication is 1, a fused multiply-add 2, of every thread that executes it. Nothing else
// counts: no divisions, roots, comparisons, minima or conversions, and no atomics. Lanes whose
// guard is false count too, as in thread instructions; compilers branch or select around
// arithmetic.
struct Arithmetic {
  std::uint64_t f32 = 0, f64 = 0;
  friend bool operator==(const Arithmetic&, const Arithmetic&) = default;
};
[[nodiscard]] Arithmetic arithmetic_of(const ModelRun& run);

}  // namespace lanescope::run
