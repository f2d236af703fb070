#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cuda/gpu/gpu_types.hpp"
#include "lab/run.hpp"

// What the hardware counted, beside what the model counted.
namespace lanescope::lab {

// A counter that both have. The model's is of the PTX, the GPU's of the machine code.
struct HardwareCounter {
  std::string_view id;  // "shared.load.wavefronts": as in the report
  std::uint64_t (*model)(const events::Counters& counters);
  std::uint64_t (*gpu)(const cuda::GpuInstruction& instruction);
  // Of instructions, not of memory: the assembler alone decides it, and no equality is to be
  // expected.
  bool of_machine_code = false;
};
[[nodiscard]] std::span<const HardwareCounter> hardware_counters();
[[nodiscard]] const HardwareCounter* find_hardware_counter(std::string_view id);

// Warps of it wait for each other, or try again when another one was faster: how often differs from
// run to run.
[[nodiscard]] bool depends_on_order(const ModelRun& run);

struct CounterComparison {
  enum class Verdict : std::uint8_t { Equal, Explained, Different };
  std::string id;
  std::uint64_t model = 0, gpu = 0;
  Verdict verdict = Verdict::Equal;
  std::string why;  // a sentence; empty: they are equal
};
[[nodiscard]] std::string_view spelling(CounterComparison::Verdict verdict);  // "explained"

// Every counter that is not 0 on both sides. A difference is explained where the GPU's own figures
// show how the machine code came to it: the same bytes in other instructions, compare-and-swap
// loops, waiting.
[[nodiscard]] std::vector<CounterComparison> compare_counters(const ModelRun& run,
                                                              const cuda::GpuCounters& gpu);

}  // namespace lanescope::lab
