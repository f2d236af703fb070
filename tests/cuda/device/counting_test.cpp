// Hardware counters from a CUPTI of our own: how they are gathered, and that every call may fail.
#include <gtest/gtest.h>

#include "cuda/device/execution.hpp"
#include "cuda/device/gpu.hpp"
#include "cuda/device/gpu_wire.hpp"
#include "tests/cuda/device/cupti_tests.hpp"
#include "tests/cuda/device/fake_cupti.hpp"
#include "tests/cuda/device/fake_driver.hpp"

namespace lanescope::cuda::device {
namespace {

using test::fake;
using test::fake_cupti;
using test::fake_driver;
using test::job_of;

ports::device::GpuResult<ports::device::GpuCounters> counted(const Driver& driver,
                                                             const Cupti& cupti) {
  SassCounting counting(cupti);
  if (const Result<void> watching = counting.watch(); !watching)
    return ports::device::GpuFailure{watching.error()};
  return count(driver, counting, job_of("ones"));
}

void expect_the_fakes(const ports::device::GpuCounters& counters) {
  EXPECT_EQ(counters.functions, std::vector<std::string>{"ones"});
  ports::device::GpuInstruction plain, store;
  plain.address = 0x10;
  plain.warps = 2;
  plain.threads = 48;
  store.address = 0x20;
  store.warps = 2;
  store.threads = 64;
  store.global_stores = 2;
  store.wide_32 = 2;
  store.global_sectors = 8;
  EXPECT_EQ(counters.instructions, (std::vector<ports::device::GpuInstruction>{plain, store}));
}

TEST(GpuCounting, GathersAMetricARecordByInstruction) {
  const Driver driver = fake_driver();
  const Cupti cupti = fake_cupti();
  const auto result = counted(driver, cupti);
  ASSERT_TRUE(std::holds_alternative<ports::device::GpuCounters>(result));
  expect_the_fakes(std::get<ports::device::GpuCounters>(result));
  EXPECT_EQ(fake().open, 0) << "something was not let go";
}

TEST(GpuCounting, EveryCallMayFail) { test::expect_every_call_may_fail(fake_cupti, counted); }

TEST(GpuCounting, SaysWhatHelps) {
  const Driver driver = fake_driver();
  const Cupti cupti = fake_cupti();
  fake().fail_at = 0;
  fake().code = 35;
  EXPECT_EQ(std::get<ports::device::GpuFailure>(counted(driver, cupti)).error.message,
            "attaching the counters: the administrator allows hardware counters only to root; the "
            "driver's option NVreg_RestrictProfilingToAdminUsers=0 allows them to all (NVIDIA, "
            "ERR_NVGPUCTRPERM) (CUPTI error 35)");
}

TEST(GpuCounting, CountsInAProcessOfItsOwn) {
  Gpu gpu(test::fake_gpu("fake"));
  const auto result = gpu.count(job_of("ones"));
  ASSERT_TRUE(std::holds_alternative<ports::device::GpuCounters>(result))
      << std::get<ports::device::GpuFailure>(result).error.message;
  expect_the_fakes(std::get<ports::device::GpuCounters>(result));
  // A kernel that crashes costs that process only.
  EXPECT_TRUE(std::holds_alternative<ports::device::GpuFailure>(gpu.count(job_of("crash"))));
  EXPECT_TRUE(std::holds_alternative<ports::device::GpuOutput>(gpu.run(job_of("ones"))));
}

TEST(GpuCounting, NeedsCupti) {
  Gpu::Options options;
  options.driver = "fake";
  Gpu gpu(options);
  EXPECT_EQ(std::get<ports::device::GpuFailure>(gpu.count(job_of("ones"))).error.message,
            "CUPTI is not installed: pip install nvidia-cuda-cupti==13.0.85, or the CUDA toolkit");
  const Result<Cupti> absent = load_cupti("/nowhere/libcupti.so");
  ASSERT_FALSE(absent);
  EXPECT_NE(absent.error().message.find("CUPTI could not be loaded"), std::string::npos);
  const Result<Cupti> other = load_cupti("libm.so.6");
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("install CUPTI of CUDA 13.0 or newer"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::cuda::device
