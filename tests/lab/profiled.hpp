#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lab/hardware/gpu_profile.hpp"
#include "tests/lab/prepared_ptx.hpp"

// What the GPU's own counters say, written down by hand, beside kernels that run on the model.
namespace lanescope::hardware::profiled {

using ports::device::GpuInstruction;
using Verdict = CounterComparison::Verdict;

// 64 lanes a block; each does `body` at out + 4 · lane, in %rd3.
inline std::shared_ptr<const run::ModelRun> run_of(const std::string& body,
                                                   const Dim3& grid = {1, 1, 1},
                                                   std::size_t launches = 1) {
  const std::string ptx = R"(.version 8.0
.target sm_90
.address_size 64
.const .align 4 .b8 c[4];
.visible .entry k(.param .u64 k_0) {
  .reg .b32 %r<8>;
  .reg .b64 %rd<4>;
  .shared .align 8 .b8 s[512];
  .local .align 8 .b8 l[8];
  ld.param.u64 %rd1, [k_0];
  mov.u32 %r4, %tid.x;
  mov.u32 %r2, 1;
  mul.wide.s32 %rd2, %r4, 4;
  add.s64 %rd3, %rd1, %rd2;
)" + body + "\n  ret;\n}\n";
  const auto ready = test::prepared(ptx, "k", {"out:i32[128]=iota"});
  if (ready == nullptr) return nullptr;
  if (grid.x == 1 && launches == 1) return run::run_model(ready, {});
  // Grids stand in the plan alone: they need no run.
  auto wide = std::make_shared<run::Prepared>(*ready);
  auto plan = std::make_shared<engine::Plan>(*ready->plan);
  plan->launches.front().grid = grid;
  plan->launches.resize(launches, plan->launches.front());
  wide->occupancy.resize(launches, wide->occupancy.front());
  wide->plan = std::move(plan);
  run::ModelRun run = *run::run_model(ready, {});
  run.prepared = wide;
  return std::make_shared<const run::ModelRun>(std::move(run));
}

inline ports::device::GpuDevice gpu_of(int sms) {
  ports::device::GpuDevice device;
  device.sms = sms;
  return device;
}

inline CounterComparison counted(const std::string& id, std::uint64_t model, std::uint64_t gpu,
                                 Verdict verdict = Verdict::Equal, const std::string& why = {}) {
  CounterComparison one;
  one.id = id;
  one.model = model;
  one.gpu = gpu;
  one.verdict = verdict;
  one.why = why;
  return one;
}

// What both bounds say is so at them, and not beyond.
inline void expect_bound(const ProfiledComparison& one, double least, double most) {
  EXPECT_TRUE(one.has_bound()) << one.id << ": " << one.why;
  EXPECT_EQ(one.least, least) << one.id << ": " << one.why;
  EXPECT_EQ(one.most, most) << one.id << ": " << one.why;
}

inline ProfiledComparison compared(const run::ModelRun& run,
                                   const std::vector<CounterComparison>& counters,
                                   const ports::device::GpuProfile& profile, const std::string& id,
                                   int sms = 132,
                                   const std::vector<GpuInstruction>& instructions = {},
                                   int l2_bytes = 0) {
  ports::device::GpuDevice device = gpu_of(sms);
  device.l2_bytes = l2_bytes;
  for (const ProfiledComparison& one :
       compare_profile(run, device, counters, instructions, profile))
    if (one.id == id) return one;
  ADD_FAILURE() << "nobody has " << id;
  return {};
}

template <typename Set>
ports::device::GpuProfile profile_of(Set set) {
  ports::device::GpuProfile profile;
  set(profile);
  return profile;
}

inline bool holds(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

inline constexpr const char* kLoad = "  ld.global.u32 %r3, [%rd3];";
inline constexpr const char* kStore = "  st.global.u32 [%rd3], %r2;";

}  // namespace lanescope::hardware::profiled
