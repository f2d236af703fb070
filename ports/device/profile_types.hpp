#pragma once

#include <cstdint>
#include <limits>

// What the GPU's own counters say of a job's launches together: plain values.
namespace lanescope::ports::device {

struct GpuProfile {
  // Not a number: this GPU has no such counter.
// NOLINTNEXTLINE(bugprone-macro-parentheses)
#define LANESCOPE_PROFILED(member, metric) double member = std::numeric_limits<double>::quiet_NaN();
#include "ports/device/profile_metrics.inc"
#undef LANESCOPE_PROFILED
  std::uint32_t passes = 0;  // in which they were read: few fit into one
};

}  // namespace lanescope::ports::device
