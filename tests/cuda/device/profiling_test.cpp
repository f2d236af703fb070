// The GPU's own counters from a range profiler of our own: that the job runs once a pass, and that
// every call may fail.
#include <cmath>

#include <gtest/gtest.h>

#include "cuda/device/execution.hpp"
#include "cuda/device/gpu.hpp"
#include "tests/cuda/device/cupti_tests.hpp"
#include "tests/cuda/device/fake_driver.hpp"
#include "tests/cuda/device/fake_range_profiler.hpp"

namespace lanescope::cuda::device {
namespace {

using test::fake;
using test::fake_driver;
using test::fake_range_profiler;
using test::job_of;

ports::device::GpuResult<ports::device::GpuProfile> profiled(const Driver& driver,
                                                             const RangeProfiler& cupti) {
  RangeProfiling profiling(cupti);
  return profile(driver, profiling, job_of("ones"));
}

void expect_the_fakes(const ports::device::GpuResult<ports::device::GpuProfile>& result) {
  ASSERT_TRUE(std::holds_alternative<ports::device::GpuProfile>(result))
      << std::get<ports::device::GpuFailure>(result).error.message;
  const auto& found = std::get<ports::device::GpuProfile>(result);
  EXPECT_EQ(found.occupancy_percent, 3.125);
  EXPECT_EQ(found.l1_written_sectors, 8.0);
  EXPECT_EQ(found.dram_read_bytes, 4096.0);
  EXPECT_EQ(found.l1_read_sectors, 0.0);
  EXPECT_EQ(found.passes, 2U);
}

TEST(GpuProfiling, RunsTheJobOnceAPass) {
  const Driver driver = fake_driver();
  const RangeProfiler cupti = fake_range_profiler();
  expect_the_fakes(profiled(driver, cupti));
  EXPECT_EQ(fake().by_name["cuLaunchKernelEx"], 2);
  EXPECT_EQ(fake().open, 0) << "something was not let go";
}

TEST(GpuProfiling, EveryCallMayFail) {
  test::expect_every_call_may_fail(fake_range_profiler, profiled);
}

// The number of the first call of that name, from 0.
int number_of(const std::string& name) {
  for (int i = 0;; ++i) {
    const Driver driver = fake_driver();
    const RangeProfiler cupti = fake_range_profiler();
    fake().fail_at = i;
    fake().code = 999;
    (void)profiled(driver, cupti);
    if (fake().failed == name) return i;
    if (fake().failed.empty()) return -1;
  }
}

ports::device::GpuResult<ports::device::GpuProfile> failing(const std::string& name,
                                                            CuptiResult code) {
  const int number = number_of(name);
  const Driver driver = fake_driver();
  const RangeProfiler cupti = fake_range_profiler();
  fake().fail_at = number;
  fake().code = code;
  return profiled(driver, cupti);
}

TEST(GpuProfiling, SaysWhoMayAllowIt) {
  const auto result = failing("cuptiRangeProfilerEnable", 35);
  EXPECT_EQ(std::get<ports::device::GpuFailure>(result).error.message,
            "switching the GPU's counters on: the administrator allows hardware counters only to "
            "root; the driver's option NVreg_RestrictProfilingToAdminUsers=0 allows them to all "
            "(NVIDIA, ERR_NVGPUCTRPERM) (CUPTI error 35)");
}

TEST(GpuProfiling, AnUnknownChipNeedsANewerCupti) {
  const auto result = failing("cuptiProfilerHostInitialize", 46);
  EXPECT_EQ(std::get<ports::device::GpuFailure>(result).error.message,
            "choosing counters of the chip FAKE, which a newer CUPTI may know: a fake error (CUPTI "
            "error 46)");
}

TEST(GpuProfiling, AGpuMayLackACounter) {
  const auto result = failing("cuptiProfilerHostConfigAddMetrics", 17);
  ASSERT_TRUE(std::holds_alternative<ports::device::GpuProfile>(result));
  EXPECT_TRUE(std::isnan(std::get<ports::device::GpuProfile>(result).occupancy_percent));
  EXPECT_EQ(std::get<ports::device::GpuProfile>(result).l1_written_sectors, 8.0);
}

TEST(GpuProfiling, HappensInAProcessOfItsOwn) {
  Gpu gpu(test::fake_gpu("fake"));
  expect_the_fakes(gpu.profile(job_of("ones")));
  EXPECT_TRUE(std::holds_alternative<ports::device::GpuFailure>(gpu.profile(job_of("crash"))));
  EXPECT_TRUE(std::holds_alternative<ports::device::GpuOutput>(gpu.run(job_of("ones"))));
}

// It still counts by code in the kernel.
TEST(GpuProfiling, AnOlderCuptiLacksItOnly) {
  Gpu gpu(test::fake_gpu("older"));
  const auto result = gpu.profile(job_of("ones"));
  ASSERT_TRUE(std::holds_alternative<ports::device::GpuFailure>(result));
  EXPECT_NE(std::get<ports::device::GpuFailure>(result).error.message.find(
                "has no cuptiGetResultString; install CUPTI of CUDA 13.0 or newer"),
            std::string::npos)
      << std::get<ports::device::GpuFailure>(result).error.message;
  EXPECT_TRUE(std::holds_alternative<ports::device::GpuCounters>(gpu.count(job_of("ones"))));
}

TEST(GpuProfiling, NeedsCupti) {
  Gpu::Options options;
  options.driver = "fake";
  Gpu gpu(options);
  EXPECT_EQ(std::get<ports::device::GpuFailure>(gpu.profile(job_of("ones"))).error.message,
            "CUPTI is not installed: pip install nvidia-cuda-cupti==13.0.85, or the CUDA toolkit");
  const Result<RangeProfiler> absent = load_range_profiler("/nowhere/libcupti.so");
  ASSERT_FALSE(absent);
  EXPECT_NE(absent.error().message.find("CUPTI could not be loaded"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::cuda::device
