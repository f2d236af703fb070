#pragma once

#include <string>
#include <variant>

#include <gtest/gtest.h>

#include "cuda/device/gpu.hpp"
#include "tests/cuda/device/fake_driver.hpp"

// What tests of CUPTI's interfaces share.
namespace lanescope::cuda::test {

// GPUs of a worker of its own, on our driver and that CUPTI of ours.
inline device::Gpu::Options fake_gpu(const std::string& cupti) {
  device::Gpu::Options options;
  options.driver = "fake";
  options.cupti = cupti;
  options.worker_command = {LANESCOPE_GPU_TEST_WORKER};
  return options;
}

// Every call of `attempt`, in turn: one sentence, nothing left behind, no crash. `table` makes the
// interface anew.
template <typename Table, typename Value>
void expect_every_call_may_fail(Table (*table)(),
                                ports::device::GpuResult<Value> (*attempt)(const device::Driver&,
                                                                           const Table&)) {
  const device::Driver whole = fake_driver();
  const Table whole_table = table();
  ASSERT_TRUE(std::holds_alternative<Value>(attempt(whole, whole_table)));
  const int calls = fake().calls;
  ASSERT_GT(calls, 40);
  for (int i = 0; i < calls; ++i) {
    const device::Driver driver = fake_driver();
    const Table failing = table();
    fake().fail_at = i;
    fake().code = 999;
    const ports::device::GpuResult<Value> result = attempt(driver, failing);
    const std::string& name = fake().failed;
    EXPECT_EQ(fake().open, 0) << name;
    if (const auto* failure = std::get_if<ports::device::GpuFailure>(&result)) {
      EXPECT_NE(failure->error.message.find("a fake error"), std::string::npos)
          << name << ": " << failure->error.message;
    } else {
      EXPECT_TRUE(name == "cuMemFree" || name == "cuModuleUnload" || name == "cuEventDestroy" ||
                  name == "cuDevicePrimaryCtxRelease")
          << name << ": only leaving may fail unseen";
    }
  }
}

}  // namespace lanescope::cuda::test
