// Jobs on a driver of our own: what comes back, how it is timed, and that every call may fail.
#include "cuda/device/execution.hpp"

#include <cstring>

#include <gtest/gtest.h>

#include "cuda/device/device.hpp"
#include "tests/cuda/device/fake_driver.hpp"

namespace lanescope::cuda::device {
namespace {

using test::fake;
using test::fake_driver;
using test::fetch_job;
using test::job_of;

std::vector<int> numbers(const std::vector<std::byte>& bytes) {
  std::vector<int> out(bytes.size() / sizeof(int));
  std::memcpy(out.data(), bytes.data(), bytes.size());
  return out;
}

// Timing runs the kernel many times; its results are those of the first.
TEST(GpuExecution, GivesTheResultsOfOnePass) {
  const Driver driver = fake_driver();
  const auto result = execute(driver, job_of("twice"));
  ASSERT_TRUE(std::holds_alternative<ports::device::GpuOutput>(result));
  const auto& output = std::get<ports::device::GpuOutput>(result);
  const std::vector<int> out = numbers(output.buffers.at(0));
  ASSERT_EQ(out.size(), 64U);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out[static_cast<std::size_t>(i)], 2 * i);
  EXPECT_EQ(output.device.name, "Fake GPU");
  EXPECT_EQ(output.device.arch(), "sm_90");
  EXPECT_EQ(output.driver_version, 13000);
  EXPECT_EQ(output.symbols.at(0).size(), 4U);
  EXPECT_EQ(fake().open, 0) << "something was not let go";
}

// CUDA Driver API: height and depth of 0 are of arrays with fewer dimensions; 0x0a is
// CU_AD_FORMAT_SIGNED_INT32, 1 CU_TR_ADDRESS_MODE_CLAMP, and flag 1 CU_TRSF_READ_AS_INTEGER.
TEST(GpuExecution, ATextureHasWhatItsBufferHolds) {
  const Driver driver = fake_driver();
  const auto result = execute(driver, fetch_job());
  ASSERT_TRUE(std::holds_alternative<ports::device::GpuOutput>(result));
  const auto& output = std::get<ports::device::GpuOutput>(result);
  EXPECT_EQ(output.buffers.at(1), output.buffers.at(0));
  EXPECT_EQ(numbers(output.buffers.at(1)).back(), 63);
  EXPECT_EQ(fake().open, 0) << "an array or an object was not let go";
  EXPECT_EQ(fake().array.width, 8U);
  EXPECT_EQ(fake().array.height, 8U);
  EXPECT_EQ(fake().array.depth, 0U);
  EXPECT_EQ(fake().array.format, 0x0aU);
  EXPECT_EQ(fake().array.channels, 1U);
  EXPECT_EQ(fake().texture.address_mode[1], 1);
  EXPECT_EQ(fake().texture.filter_mode, 0);
  EXPECT_EQ(fake().texture.flags, 1U);
}

// 0x20 is CU_AD_FORMAT_FLOAT, 3 CU_TR_ADDRESS_MODE_BORDER, and flag 2
// CU_TRSF_NORMALIZED_COORDINATES.
TEST(GpuExecution, ATextureIsSampledAsItSays) {
  const Driver driver = fake_driver();
  ports::device::GpuJob job = fetch_job();
  TextureDescriptor& texture = job.textures.front().descriptor;
  texture.dimensions = 1;
  texture.width = 64;
  texture.height = 1;
  texture.format = {};
  texture.linear = texture.normalized_coordinates = true;
  texture.address.fill(AddressMode::Border);
  texture.border = {0.5F, 0, 0, 1};
  ASSERT_TRUE(std::holds_alternative<ports::device::GpuOutput>(execute(driver, job)));
  EXPECT_EQ(fake().array.width, 64U);
  EXPECT_EQ(fake().array.height, 0U);
  EXPECT_EQ(fake().array.format, 0x20U);
  EXPECT_EQ(fake().texture.address_mode[0], 3);
  EXPECT_EQ(fake().texture.filter_mode, 1);
  EXPECT_EQ(fake().texture.flags, 2U);
  EXPECT_EQ(fake().texture.border_color[0], 0.5F);
}

TEST(GpuExecution, ATextureLiesInItsBuffer) {
  const Driver driver = fake_driver();
  ports::device::GpuJob job = fetch_job();
  job.textures.front().descriptor.height = 9;
  EXPECT_TRUE(std::holds_alternative<ports::device::GpuFailure>(execute(driver, job)));
  job = fetch_job();
  job.launches.front().handles.front().texture = 1;
  EXPECT_TRUE(std::holds_alternative<ports::device::GpuFailure>(execute(driver, job)));
}

// Timing runs it often; it is heard once.
TEST(GpuExecution, HearsWhatAKernelPrints) {
  const Driver driver = fake_driver();
  testing::internal::CaptureStdout();
  const auto result = execute(driver, job_of("say"));
  EXPECT_EQ(std::get<ports::device::GpuOutput>(result).printed, "said\n");
  (void)testing::internal::GetCapturedStdout();  // of the passes that are timed
  EXPECT_EQ(std::get<ports::device::GpuOutput>(execute(driver, job_of("ones"))).printed, "");
}

// The fake's kernels last 1/64 ms each, and a sample is to last 0.2 ms: 12.8 of them.
TEST(GpuExecution, ShortKernelsThatRepeatAreTimedManyAtOnce) {
  const Driver driver = fake_driver();
  ports::device::GpuJob job = job_of("ones");
  job.repeats = true;
  const auto times = std::get<ports::device::GpuOutput>(execute(driver, job)).times;
  EXPECT_EQ(times.passes_per_sample, 13U);
  EXPECT_EQ(times.l2, ports::device::GpuTimes::L2::Warm);
  ASSERT_EQ(times.milliseconds.size(), 5U);
  for (const double time : times.milliseconds) EXPECT_EQ(time, 1.0 / 64.0);
}

TEST(GpuExecution, KernelsThatChangeTheirInputsAreTimedOneByOne) {
  const Driver driver = fake_driver();
  const auto times = std::get<ports::device::GpuOutput>(execute(driver, job_of("twice"))).times;
  EXPECT_EQ(times.passes_per_sample, 1U);
  EXPECT_EQ(times.l2, ports::device::GpuTimes::L2::Copied);
  ports::device::GpuJob job = job_of("ones");
  job.repeats = true;
  job.flush_l2 = true;
  const auto flushed = std::get<ports::device::GpuOutput>(execute(driver, job)).times;
  EXPECT_EQ(flushed.passes_per_sample, 1U);
  EXPECT_EQ(flushed.l2, ports::device::GpuTimes::L2::Flushed);
}

// A variable of the module keeps what a launch has written, so it is loaded anew: once for the
// results, once to try, for 5 samples and for 5 looks at the launches' own time.
TEST(GpuExecution, ModulesWithVariablesAreLoadedForEachPass) {
  const Driver driver = fake_driver();
  ports::device::GpuJob job = job_of("twice");
  EXPECT_TRUE(std::holds_alternative<ports::device::GpuOutput>(execute(driver, job)));
  EXPECT_EQ(fake().modules, 1);
  EXPECT_EQ(fake().cooperative, 0);
  job.fresh_module = true;
  job.launches[0].cooperative = true;
  fake().modules = 0;
  EXPECT_TRUE(std::holds_alternative<ports::device::GpuOutput>(execute(driver, job)));
  EXPECT_EQ(fake().modules, 12);
  EXPECT_EQ(fake().cooperative, 12);
  EXPECT_EQ(fake().open, 0);
}

TEST(GpuExecution, NoSamplesAreResultsOnly) {
  const Driver driver = fake_driver();
  ports::device::GpuJob job = job_of("twice");
  job.samples = 0;
  EXPECT_TRUE(std::get<ports::device::GpuOutput>(execute(driver, job)).times.milliseconds.empty());
}

TEST(GpuExecution, AFaultIsTheKernels) {
  const Driver driver = fake_driver();
  const auto result = execute(driver, job_of("illegal"));
  ASSERT_TRUE(std::holds_alternative<ports::device::GpuFailure>(result));
  const auto& failure = std::get<ports::device::GpuFailure>(result);
  EXPECT_TRUE(failure.by_kernel);
  EXPECT_EQ(failure.error.message,
            "running the kernel: the kernel accessed an address where nothing of its own lies "
            "(error 700, CUDA_ERROR_FAKE)");
}

// Every call of a job, in turn: one sentence, nothing left behind, no crash.
TEST(GpuExecution, EveryCallMayFail) {
  for (const bool flush : {false, true}) {
    ports::device::GpuJob job = flush ? fetch_job() : job_of("twice");
    job.samples = 2;
    job.flush_l2 = flush;
    job.fresh_module = flush;
    const Driver counted = fake_driver();
    ASSERT_TRUE(std::holds_alternative<ports::device::GpuOutput>(execute(counted, job)));
    const int calls = fake().calls;
    ASSERT_GT(calls, 40);
    for (int i = 0; i < calls; ++i) {
      const Driver driver = fake_driver();
      fake().fail_at = i;
      fake().code = 999;
      const auto result = execute(driver, job);
      const std::string& name = fake().failed;
      EXPECT_EQ(fake().open, 0) << name;
      if (std::holds_alternative<ports::device::GpuOutput>(result)) {
        EXPECT_TRUE(name == "cuEventDestroy" || name == "cuMemFree" || name == "cuModuleUnload" ||
                    name == "cuDevicePrimaryCtxRelease" || name == "cuTexObjectDestroy" ||
                    name == "cuArrayDestroy")
            << i << " " << name << ": only leaving may fail unseen";
        continue;
      }
      const auto& failure = std::get<ports::device::GpuFailure>(result);
      EXPECT_NE(failure.error.message.find("a fake error (error 999, CUDA_ERROR_FAKE)"),
                std::string::npos)
          << failure.error.message;
      EXPECT_FALSE(failure.by_kernel);
    }
  }
}

TEST(GpuExecution, JobsThatMakeNoSenseAreRefused) {
  const Driver driver = fake_driver();
  const auto refused = [&](const ports::device::GpuJob& job) {
    const auto result = execute(driver, job);
    const auto* failure = std::get_if<ports::device::GpuFailure>(&result);
    return failure == nullptr ? std::string("taken") : failure->error.message;
  };
  ports::device::GpuJob job = job_of("ones");
  job.device = 3;
  EXPECT_EQ(refused(job), "this machine has no GPU number 3");
  job = job_of("ones");
  job.launches[0].pointers.push_back({8, 0});
  EXPECT_EQ(refused(job), "a kernel's parameter points to no buffer");
  job = job_of("ones");
  job.buffers[0].bytes = 3;
  EXPECT_EQ(refused(job), "a buffer's bytes are not as many as it holds");
}

TEST(GpuDriver, SaysWhatIsMissing) {
  const Driver driver = fake_driver();
  fake().fail_at = 0;
  fake().code = 100;
  EXPECT_EQ(start(driver).error().message,
            "starting NVIDIA's driver: no NVIDIA GPU is there; kernels run on the model, which "
            "needs none (error 100, CUDA_ERROR_FAKE)");
  const auto absent = load_driver("/nowhere/libcuda.so.1");
  ASSERT_FALSE(absent.ok());
  EXPECT_NE(absent.error().message.find("could not be loaded"), std::string::npos);
  // Any library that is no driver is a driver that is too old.
  const auto old = load_driver("libm.so.6");
  ASSERT_FALSE(old.ok());
  EXPECT_NE(old.error().message.find("older than CUDA 12.0"), std::string::npos);
  EXPECT_EQ(old.error().code, Error::Code::Missing);
}

TEST(GpuDriver, ListsWhatTheDriverKnows) {
  const Driver driver = fake_driver();
  fake().gpus = 2;
  const auto list = std::get<ports::device::GpuList>(list_devices(driver));
  ASSERT_EQ(list.devices.size(), 2U);
  EXPECT_EQ(list.devices[1].sms, 116);  // the fake's: 100 + the attribute's number
  bool said = false;
  for (const ports::device::GpuFact& fact : ports::device::facts(list.devices[1]))
    said |= fact.words == "SMs" && fact.value == "116";
  EXPECT_TRUE(said);
}

}  // namespace
}  // namespace lanescope::cuda::device
