#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ports/device/gpu_types.hpp"
#include "sim/events/counter_table.hpp"

namespace lanescope::hardware {

// A counter that the GPU has too, of each machine instruction: those of counters.def with metrics
// of CUPTI. The model's is of the PTX, the GPU's of the machine code.
struct HardwareCounter {
  using Metric = std::uint64_t ports::device::GpuInstruction::*;

  const events::CounterInfo* counter = nullptr;
  std::vector<Metric> metrics;  // it is their sum
  // Of memory: the requests of its group, since some metrics count several kinds of access. It is 0
  // of instructions without any.
  std::vector<Metric> requests;

  [[nodiscard]] std::string_view id() const { return counter->name; }  // as in the report
  [[nodiscard]] std::uint64_t model(const events::Counters& counters) const {
    return counter->value(counters);
  }
  [[nodiscard]] std::uint64_t gpu(const ports::device::GpuInstruction& instruction) const;
  // Of instructions, not of memory: the assembler alone decides it, and no equality is to be
  // expected.
  [[nodiscard]] bool is_of_machine_code() const { return !counter->is_of_memory(); }
};
// In the order of the report.
[[nodiscard]] std::span<const HardwareCounter> hardware_counters();
// Null: the hardware has none of this id.
[[nodiscard]] const HardwareCounter* find_hardware_counter(std::string_view id);

// Of a memory instruction; the names of CUPTI's metrics tell one width for each.
[[nodiscard]] std::uint64_t bytes_of_lane(const ports::device::GpuInstruction& instruction);

}  // namespace lanescope::hardware
