#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/hardware/gpu_profile.hpp"
#include "lab/hardware/touched_sectors.hpp"

// Whether a figure of the GPU's own counters that is not the model's is explained: each reason has
// the least and the most that the GPU may have by it.
namespace lanescope::hardware {

// What is known of the run beside the profile.
struct ProfileContext {
  const run::ModelRun& run;
  const ports::device::GpuDevice& device;
  const std::vector<CounterComparison>& counters;
  std::span<const ports::device::GpuInstruction> instructions;
  const ports::device::GpuProfile& profile;
  events::Counters model;
  std::optional<TouchedSectors> touched;

  [[nodiscard]] const CounterComparison* counted(std::string_view id) const;
  // What the machine code asked for; what neither side counted is 0.
  [[nodiscard]] double asked(std::initializer_list<std::string_view> ids) const;
};

struct ProfileReason {
  std::string why;  // a sentence
  double least = 0.0, most = 0.0;
};
// By the first reason whose bound holds; without one it is different.
void decide(ProfiledComparison& one, const std::vector<ProfileReason>& reasons);

void judge_occupancy(ProfiledComparison& one, const ProfileContext& context);
void judge_loads(ProfiledComparison& one, const ProfileContext& context);
void judge_stores(ProfiledComparison& one, const ProfileContext& context);
void judge_dram(ProfiledComparison& one, const ProfileContext& context);
void judge_load_conflicts(ProfiledComparison& one, const ProfileContext& context);
void judge_store_conflicts(ProfiledComparison& one, const ProfileContext& context);

}  // namespace lanescope::hardware
