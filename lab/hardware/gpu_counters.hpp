#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lab/hardware/hardware_counters.hpp"
#include "lab/run/run_model.hpp"
#include "ports/device/gpu_types.hpp"

// What the hardware counted, beside what the model counted.
namespace lanescope::hardware {

struct CounterComparison {
  enum class Verdict : std::uint8_t { Equal, Explained, Different };
  std::string id;
  std::uint64_t model = 0, gpu = 0;
  Verdict verdict = Verdict::Equal;
  std::string why;  // a sentence; empty: they are equal
  // Of one that is explained, and not of machine code: what the GPU may count by the reason.
  bool has_bound = false;
  std::uint64_t least = 0, most = 0;
};
[[nodiscard]] std::string_view spelling(CounterComparison::Verdict verdict);  // "explained"

// Every counter that is not 0 on both sides. A difference is explained where the GPU's own figures
// show how the machine code came to it (lab/hardware/counter_reasons.hpp).
[[nodiscard]] std::vector<CounterComparison> compare_counters(
    const run::ModelRun& run, const ports::device::GpuCounters& gpu);

}  // namespace lanescope::hardware
