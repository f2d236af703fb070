// A survey's times as rates, computed by hand, and one on the tests' own driver.
#include "lab/hardware/gpu_survey.hpp"

#include <gtest/gtest.h>

#include "cuda/device/equipment.hpp"
#include "lab/hardware/gpu_runner.hpp"
#include "lab/hardware/survey_json.hpp"
#include "tests/lab/worker.hpp"

namespace lanescope::hardware {
namespace {

using Memory = ports::device::GpuSurvey::Memory;

cuda::device::Gpu::Options fake_gpu() {
  cuda::device::Gpu::Options options;
  options.driver = "fake";
  options.worker_command = {LANESCOPE_GPU_TEST_WORKER};
  return options;
}

cuda::toolchain::Compiler::Options compiler_options() {
  cuda::toolchain::Compiler::Options options;
  options.worker_command = test::worker_command();
  return options;
}

// 1,000,000 bytes in 0.5 ms are 2 GB/s, in 0.25 ms 4, in 1 ms 1; 3 · 10^9 operations in 2 ms are
// 1,500 GFLOP/s.
TEST(Survey, RatesAreWorkOverTime) {
  ports::device::GpuSurvey measured;
  measured.transfers.push_back({Memory::Pinned, true, 1'000'000, {0.5, 0.25, 1.0}});
  measured.copy_bytes = 50;
  measured.copy = {1e9, {0.5, 0.0, 0.25, 0.5}};
  measured.f32 = {3e9, {2.0}};
  measured.launch = {64.0, {0.128, 0.192, 0.128}};
  measured.clocks = {1980, 3201};
  const Survey survey = rates_of(measured);
  ASSERT_EQ(survey.transfers.size(), 1U);
  EXPECT_DOUBLE_EQ(survey.transfers[0].gb_per_s.median, 2.0);
  EXPECT_DOUBLE_EQ(survey.transfers[0].gb_per_s.min, 1.0);
  EXPECT_DOUBLE_EQ(survey.transfers[0].gb_per_s.max, 4.0);
  EXPECT_EQ(survey.copy_bytes, 50U);
  EXPECT_DOUBLE_EQ(survey.copy.median, 2000.0) << "a time of 0 gives no rate";
  EXPECT_DOUBLE_EQ(survey.copy.max, 4000.0);
  EXPECT_DOUBLE_EQ(survey.f32.median, 1500.0);
  EXPECT_EQ(survey.f64.max, 0.0);
  EXPECT_EQ(survey_text(survey),
            "copying within its memory: 2000 GB/s (2000 to 4000)\n"
            "f32 fused multiply-adds: 1500 GFLOP/s (1500 to 1500)\n"
            "an empty launch: 2 us (2 to 3)\n"
            "clocks: SMs 1980 MHz, memory 3201 MHz\n"
            "from pinned memory, 1000000 bytes: 2 GB/s (1 to 4)\n");
}

// The driver copies 2^20 bytes in a millisecond: 1.048576 GB/s, and twice that read and written.
TEST(Survey, IsMeasuredWithKernelsThatCompile) {
  cuda::device::Gpu gpu(fake_gpu());
  cuda::toolchain::Compiler compiler(compiler_options());
  const SurveyReport report = survey_gpu(gpu, compiler);
  const auto* failed = std::get_if<ports::device::GpuFailure>(&report);
  ASSERT_EQ(failed, nullptr) << failed->error.text();
  const auto& survey = std::get<Survey>(report);
  EXPECT_DOUBLE_EQ(survey.copy.median, 2.0 * 1.048576);
  EXPECT_EQ(survey.clocks, (ports::device::GpuClocks{1500, 2500}));
  EXPECT_EQ(survey.transfers.size(), 16U);
  const auto none = survey_gpu(gpu, compiler, 3);
  EXPECT_EQ(std::get<ports::device::GpuFailure>(none).error.message, "there is no GPU number 3");
}

TEST(Survey, IsMadeOnceWhenItIsWanted) {
  const cuda::device::Equipment equipment({compiler_options(), fake_gpu()});
  GpuRunner runner(equipment);
  runner.wait();
  EXPECT_FALSE(runner.survey());
  runner.want_survey();
  runner.wait();
  ASSERT_TRUE(runner.survey());
  EXPECT_TRUE(std::holds_alternative<Survey>(*runner.survey()));
  runner.want_survey();
  runner.wait();
}

TEST(Survey, SaysWhyThereIsNone) {
  cuda::device::Gpu::Options options = fake_gpu();
  options.driver.clear();
  const cuda::device::Equipment equipment({{}, options});
  GpuRunner runner(equipment);
  runner.want_survey();
  runner.wait();
  const auto survey = runner.survey();
  ASSERT_TRUE(survey);
  EXPECT_NE(std::get<ports::device::GpuFailure>(*survey).error.message.find("is not installed"),
            std::string::npos);
}

}  // namespace
}  // namespace lanescope::hardware
