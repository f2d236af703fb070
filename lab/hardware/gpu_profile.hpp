#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lab/hardware/gpu_counters.hpp"
#include "lab/run/run_model.hpp"
#include "ports/device/profile_types.hpp"

// What the GPU's own counters say of caches, memory and warps, beside what the model expects.
namespace lanescope::hardware {

struct ProfiledComparison {
  enum class Unit : std::uint8_t { Count, Bytes, Percent };
  std::string id;      // "dram.load.bytes": as in the report
  std::string metric;  // NVIDIA's name
  Unit unit = Unit::Count;
  double model = 0.0, gpu = 0.0;
  // None: they need not be equal, and nothing that is known tells what parts them.
  std::optional<CounterComparison::Verdict> verdict;
  std::string why;  // a sentence; empty: they are equal
  // Of one that is explained: what the GPU may have by the reason.
  double least = 0.0, most = 0.0;

  [[nodiscard]] bool has_bound() const { return verdict == CounterComparison::Verdict::Explained; }
};

// Every figure that the GPU has and that is not 0 on both sides. `counters` are those of the same
// run (compare_counters), and `instructions` what they are the sums of: they tell what the machine
// code asked for. Runs the model once more, to see what caches can spare.
[[nodiscard]] std::vector<ProfiledComparison> compare_profile(
    const run::ModelRun& run, const ports::device::GpuDevice& device,
    const std::vector<CounterComparison>& counters,
    std::span<const ports::device::GpuInstruction> instructions,
    const ports::device::GpuProfile& profile);

}  // namespace lanescope::hardware
