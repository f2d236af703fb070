// A survey on a driver of our own, whose copies take a millisecond for 2^20 bytes and whose kernels
// 1/64 ms, and the clocks of a management library of our own.
#include "cuda/device/survey.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "cuda/device/execution.hpp"
#include "cuda/device/gpu.hpp"
#include "ports/device/survey_kernels.hpp"
#include "tests/cuda/device/fake_driver.hpp"

namespace lanescope::cuda::device {
namespace {

using test::fake;
using test::fake_driver;
using test::fake_nvml;
using Memory = ports::device::GpuSurvey::Memory;

ports::device::GpuSurveyJob some_job() {
  ports::device::GpuSurveyJob job;
  job.cubin.resize(8);
  return job;
}

ports::device::GpuSurvey measured(const Nvml* nvml = nullptr) {
  const Driver driver = fake_driver();
  const auto result = survey(driver, some_job(), nvml);
  const auto* failure = std::get_if<ports::device::GpuFailure>(&result);
  EXPECT_EQ(failure, nullptr) << failure->error.message;
  return failure != nullptr ? ports::device::GpuSurvey{}
                            : std::get<ports::device::GpuSurvey>(result);
}

// A sixteenth of the fake's 16 MiB is 1 MiB: of the four sizes two fit.
TEST(GpuSurvey, MeasuresEveryKindOfHostMemoryBothWays) {
  const ports::device::GpuSurvey survey = measured();
  ASSERT_EQ(survey.transfers.size(), 16U);
  std::set<std::tuple<Memory, bool, std::uint64_t>> seen;
  for (const ports::device::GpuSurvey::Transfer& transfer : survey.transfers) {
    seen.emplace(transfer.memory, transfer.to_gpu, transfer.bytes);
    ASSERT_GE(transfer.milliseconds.size(), 3U);
    if (transfer.memory == Memory::Managed && !transfer.to_gpu) continue;  // by the host's clock
    for (const double time : transfer.milliseconds)
      EXPECT_EQ(time, transfer.bytes == 65536 ? 0.0625 : 1.0);
  }
  EXPECT_EQ(seen.size(), 16U);
  EXPECT_EQ(survey.device.name, "Fake GPU");
  EXPECT_EQ(fake().open, 0) << "something was not let go";
}

// 116 SMs of 139 threads hold a block of 256 each, at least one: 29,696 threads, of which each does
// 64 fused multiply-adds in each of 2,048 rounds.
TEST(GpuSurvey, CountsTheWorkOfThePeaks) {
  const ports::device::GpuSurvey survey = measured();
  EXPECT_EQ(survey.copy_bytes, 1U << 20U);
  EXPECT_EQ(survey.copy.work, 2.0 * 1048576.0) << "read and written";
  for (const double time : survey.copy.milliseconds) EXPECT_EQ(time, 1.0);
  EXPECT_EQ(survey.f32.work, 29'696.0 * 2'048.0 * 64.0 * 2.0);
  EXPECT_EQ(survey.f64.work, 29'696.0 * 64.0 * 64.0 * 2.0);
  for (const ports::device::GpuSurvey::Peak* peak : {&survey.f32, &survey.f64}) {
    EXPECT_GE(peak->milliseconds.size(), 3U);
    for (const double time : peak->milliseconds) EXPECT_EQ(time, 1.0 / 64.0);
  }
}

// The driver's launches take 1/64 ms each.
TEST(GpuSurvey, TimesEmptyLaunchesInARow) {
  const ports::device::GpuSurvey survey = measured();
  EXPECT_EQ(survey.launch.work, 64.0);
  EXPECT_GE(survey.launch.milliseconds.size(), 3U);
  for (const double time : survey.launch.milliseconds) EXPECT_EQ(time, 1.0);
}

TEST(GpuSurvey, LeavesOutWhatTheGpuCannot) {
  const Driver driver = fake_driver();
  fake().takes_host_memory = false;
  const auto without = std::get<ports::device::GpuSurvey>(survey(driver, some_job(), nullptr));
  EXPECT_EQ(without.transfers.size(), 8U);
  EXPECT_TRUE(std::ranges::all_of(
      without.transfers, [](const ports::device::GpuSurvey::Transfer& transfer) {
        return transfer.memory == Memory::Pageable || transfer.memory == Memory::Pinned;
      }));
  const Driver small = fake_driver();
  fake().memory_bytes = 1000;
  const auto tiny = std::get<ports::device::GpuSurvey>(survey(small, some_job(), nullptr));
  EXPECT_TRUE(tiny.transfers.empty());
  EXPECT_TRUE(tiny.copy.milliseconds.empty());
  EXPECT_FALSE(tiny.f32.milliseconds.empty());
}

TEST(GpuSurvey, RefusesAGpuThatIsNotThere) {
  const Driver driver = fake_driver();
  ports::device::GpuSurveyJob job = some_job();
  job.device = 1;
  const auto result = survey(driver, job, nullptr);
  EXPECT_EQ(std::get<ports::device::GpuFailure>(result).error.message,
            "this machine has no GPU number 1");
}

// Every call, in turn: one sentence, nothing left behind, no crash.
TEST(GpuSurvey, EveryCallMayFail) {
  const Nvml nvml = fake_nvml();
  static_cast<void>(measured(&nvml));
  const int calls = fake().calls;
  ASSERT_GT(calls, 500);
  const std::set<std::string> leaving{"cuEventDestroy",      "cuMemFree",
                                      "cuModuleUnload",      "cuMemFreeHost",
                                      "cuDeviceGetPCIBusId", "cuDevicePrimaryCtxRelease"};
  for (int i = 0; i < calls; i += i < 150 ? 1 : 7) {
    const Driver driver = fake_driver();
    fake().fail_at = i;
    fake().code = 999;
    const auto result = survey(driver, some_job(), &nvml);
    const std::string& name = fake().failed;
    EXPECT_EQ(fake().open, 0) << name;
    if (name.empty()) continue;  // a slow machine takes fewer samples
    if (std::holds_alternative<ports::device::GpuSurvey>(result)) {
      EXPECT_TRUE(leaving.contains(name)) << i << " " << name;
      continue;
    }
    const auto& failure = std::get<ports::device::GpuFailure>(result);
    EXPECT_NE(failure.error.message.find("a fake error (error 999, CUDA_ERROR_FAKE)"),
              std::string::npos)
        << failure.error.message;
    EXPECT_FALSE(failure.by_kernel);
  }
}

TEST(GpuClocks, AreReadAfterTheSamples) {
  const Nvml nvml = fake_nvml();
  EXPECT_EQ(measured(&nvml).clocks, (ports::device::GpuClocks{1500, 2500}));
  EXPECT_FALSE(measured().clocks.known());
  const Driver driver = fake_driver();
  const auto times =
      std::get<ports::device::GpuOutput>(execute(driver, test::job_of("ones"), &nvml)).times;
  EXPECT_EQ(times.clocks, (ports::device::GpuClocks{1500, 2500}));
}

// By the place on the bus: the library's own numbers may be others.
TEST(GpuClocks, OfAnotherGpuAreNotThisOnes) {
  const Nvml nvml = fake_nvml();
  const Driver driver = fake_driver();
  EXPECT_TRUE(clocks_of(nvml, driver, 0).known());
  EXPECT_EQ(clocks_of(nvml, driver, 1), ports::device::GpuClocks{});
}

TEST(GpuClocks, AreNotKnownWhereACallFails) {
  const Driver driver = fake_driver();
  EXPECT_EQ(clocks_of(fake_nvml(0), driver, 0), ports::device::GpuClocks{});
  EXPECT_EQ(clocks_of(fake_nvml(1), driver, 0), (ports::device::GpuClocks{0, 2500}));
  EXPECT_EQ(clocks_of(fake_nvml(2), driver, 0), (ports::device::GpuClocks{1500, 0}));
  const Driver lost = fake_driver();
  fake().fail_at = 0;
  fake().code = 999;
  EXPECT_EQ(clocks_of(fake_nvml(), lost, 0), ports::device::GpuClocks{});
  const auto unstarted = start(fake_nvml(0));
  ASSERT_FALSE(unstarted.ok());
  EXPECT_EQ(unstarted.error().message,
            "NVIDIA's management library does not start (error 999); clocks are not known");
  EXPECT_TRUE(start(fake_nvml()).ok());
}

TEST(GpuClocks, NeedALibraryThatMayBeMissing) {
  for (const char* none : {"/nowhere/libnvidia-ml.so.1", "libm.so.6"}) {
    const auto absent = load_nvml(none);
    ASSERT_FALSE(absent.ok()) << none;
    EXPECT_EQ(absent.error().message,
              std::string(none) + " was not found; it comes with NVIDIA's driver");
  }
}

Gpu::Options options() {
  Gpu::Options all;
  all.driver = "fake";
  all.worker_command = {LANESCOPE_GPU_TEST_WORKER};
  return all;
}

// Between two jobs of a worker.
TEST(Gpu, SurveysInItsWorker) {
  Gpu gpu(options());
  EXPECT_TRUE(std::holds_alternative<ports::device::GpuOutput>(gpu.run(test::job_of("ones"))));
  const auto result = gpu.survey(some_job());
  ASSERT_TRUE(std::holds_alternative<ports::device::GpuSurvey>(result));
  const ports::device::GpuSurvey own = measured();
  const auto& sent = std::get<ports::device::GpuSurvey>(result);
  ASSERT_EQ(sent.transfers.size(), own.transfers.size());
  for (std::size_t i = 0; i < own.transfers.size(); ++i) {
    EXPECT_EQ(sent.transfers[i].memory, own.transfers[i].memory);
    EXPECT_EQ(sent.transfers[i].to_gpu, own.transfers[i].to_gpu);
    EXPECT_EQ(sent.transfers[i].bytes, own.transfers[i].bytes);
  }
  EXPECT_EQ(sent.copy.work, own.copy.work);
  EXPECT_EQ(sent.f32.milliseconds.front(), 1.0 / 64.0);
  EXPECT_EQ(sent.clocks, (ports::device::GpuClocks{1500, 2500}));
  const auto output = gpu.run(test::job_of("ones"));
  EXPECT_EQ(std::get<ports::device::GpuOutput>(output).times.clocks,
            (ports::device::GpuClocks{1500, 2500}));
}

TEST(Gpu, ASurveyStopsWhenItIsTold) {
  Gpu gpu(options());
  const std::atomic<bool> cancel = true;
  const auto result = gpu.survey(some_job(), &cancel);
  EXPECT_EQ(std::get<ports::device::GpuFailure>(result).error.message,
            "the run on the GPU was stopped");
}

}  // namespace
}  // namespace lanescope::cuda::device
