// Experiments on the tests' own driver (tests/cuda/device/fake_driver.hpp), whose kernels are known
// by name; the PTX is what the model runs.
#include "lab/hardware/gpu_run.hpp"

#include <filesystem>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cuda/device/equipment.hpp"
#include "lab/hardware/gpu_runner.hpp"
#include "lab/hardware/report_gpu.hpp"
#include "tests/lab/prepared_ptx.hpp"

namespace lanescope::hardware {
namespace {

using test::prepared;

// out[i] = 1 for i < n, as the driver's kernel `ones` does.
constexpr const char* kOnes = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry NAME(.param .u64 NAME_0, .param .u32 NAME_1) {
  .reg .pred %p<2>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<4>;
  ld.param.u32 %r1, [NAME_1];
  mov.u32 %r4, %tid.x;
  setp.ge.s32 %p1, %r4, %r1;
  @%p1 bra DONE;
  ld.param.u64 %rd1, [NAME_0];
  mul.wide.s32 %rd2, %r4, 4;
  add.s64 %rd3, %rd1, %rd2;
  mov.u32 %r2, 1;
  st.global.u32 [%rd3], %r2;
DONE:
  ret;
}
)";

std::string ptx_of(const std::string& kernel) {
  std::string text = kOnes;
  for (std::size_t at = text.find("NAME"); at != std::string::npos; at = text.find("NAME"))
    text.replace(at, 4, kernel);
  return text;
}

std::shared_ptr<const run::Prepared> ready(const std::string& kernel) {
  return prepared(ptx_of(kernel), kernel, {"out:i32[64]=iota", "n:i32=64"});
}

cuda::device::Gpu::Options fake_gpu() {
  cuda::device::Gpu::Options options;
  options.driver = "fake";
  options.worker_command = {LANESCOPE_GPU_TEST_WORKER};
  return options;
}

GpuReport report_of(const std::string& kernel) {
  cuda::device::Gpu gpu(fake_gpu());
  cuda::toolchain::Compiler compiler;
  return run_on_gpu(*run::run_model(ready(kernel), {}), gpu, compiler);
}

TEST(GpuRun, AgreesWithTheModel) {
  const GpuReport report = report_of("ones");
  const nlohmann::json json = gpu_json(report);
  EXPECT_EQ(json.at("device"), "Fake GPU") << json.dump();
  EXPECT_EQ(json.at("driver"), "CUDA 13.0");
  EXPECT_EQ(json.at("agree"), true);
  EXPECT_EQ(json.at("buffers").at("out").at("agrees"), true);
  EXPECT_EQ(json.at("milliseconds").at("samples"), 21);
  EXPECT_EQ(json.at("milliseconds").at("median"), 1.0 / 64.0);
  EXPECT_EQ(json.at("milliseconds").at("l2"), "warm");
  EXPECT_EQ(json.at("clocks").at("sm_mhz"), 1500);
  EXPECT_EQ(json.at("clocks").at("memory_mhz"), 2500);
  EXPECT_NE(gpu_text(report).find("out: as on the model"), std::string::npos) << gpu_text(report);
  EXPECT_NE(gpu_text(report).find("clocks while measuring: SMs 1500 MHz, memory 2500 MHz"),
            std::string::npos)
      << gpu_text(report);
}

TEST(GpuRun, ClocksMayBeUnknown) {
  GpuReport report = report_of("ones");
  std::get<GpuRun>(report).times.clocks = {1500, 0};
  EXPECT_TRUE(gpu_json(report).at("clocks").is_null());
  EXPECT_NE(gpu_text(report).find("clocks while measuring: not known"), std::string::npos);
}

// The driver's `twice` doubles what it finds, i; the model writes 1: they agree nowhere.
TEST(GpuRun, ShowsTheFirstDifference) {
  const GpuReport report = report_of("twice");
  const nlohmann::json json = gpu_json(report);
  const auto& out = json.at("buffers").at("out");
  EXPECT_EQ(json.at("agree"), false);
  EXPECT_EQ(out.at("differing"), 64);
  EXPECT_EQ(out.at("first_difference").at("index"), 0);
  EXPECT_EQ(out.at("first_difference").at("model"), "1");
  EXPECT_EQ(out.at("first_difference").at("gpu"), "0");
  EXPECT_EQ(out.at("largest_difference"), 125.0);
  EXPECT_NE(gpu_text(report).find("64 elements differ, first [0]: 0 on the GPU, 1 on the model"),
            std::string::npos)
      << gpu_text(report);
}

TEST(GpuRun, SaysWhyItFailed) {
  const nlohmann::json json = gpu_json(report_of("illegal"));
  EXPECT_EQ(json.at("by_kernel"), true);
  EXPECT_NE(json.at("failure").get<std::string>().find("nothing of its own lies"),
            std::string::npos);
}

// With the GPU's own counters, by that CUPTI of ours. `count`: those by code in the kernel too.
GpuReport profiled_report(const std::string& cupti, bool count) {
  cuda::device::Gpu::Options gpu_options = fake_gpu();
  gpu_options.cupti = cupti;
  cuda::device::Gpu gpu(gpu_options);
  cuda::toolchain::Compiler compiler;
  GpuOptions options;
  options.count = count;
  options.profile = true;
  return run_on_gpu(*run::run_model(ready("ones"), {}), gpu, compiler, options);
}

// The fakes store eight sectors, as the model does.
TEST(GpuRun, TheGpusOwnCountersAreInTheReport) {
  const GpuReport report = profiled_report("fake", true);
  const nlohmann::json json = gpu_json(report);
  const auto& stores = json.at("profile").at("l2.store.sectors");
  EXPECT_EQ(stores.at("model"), 8.0);
  EXPECT_EQ(stores.at("gpu"), 8.0);
  EXPECT_EQ(stores.at("verdict"), "equal");
  EXPECT_EQ(stores.at("metric"), "l1tex__m_l1tex2xbar_write_sectors_mem_lg_op_st.sum");
  EXPECT_FALSE(stores.contains("why"));
  EXPECT_FALSE(stores.contains("bound"));
  // A warp of the 64 that an SM holds at least; the block's two, rounded, at most.
  const auto& occupancy = json.at("profile").at("occupancy");
  EXPECT_EQ(occupancy.at("verdict"), "explained");
  EXPECT_EQ(occupancy.at("bound"), nlohmann::json({1.5, 4.125}));
  EXPECT_NE(gpu_text(report).find("which is 3.1 % (by that 1.5 % to 4.1 %)"), std::string::npos)
      << gpu_text(report);
  EXPECT_EQ(json.at("profile_passes"), 2);
  EXPECT_TRUE(json.at("no_profile_because").is_null());
  EXPECT_NE(gpu_text(report).find("l2.store.sectors: 8 on the GPU, 8 on the model"),
            std::string::npos)
      << gpu_text(report);
}

TEST(GpuRun, SaysWhyTheGpusOwnCountersAreMissing) {
  const GpuReport report = profiled_report("older", true);
  const nlohmann::json json = gpu_json(report);
  EXPECT_TRUE(json.at("profile").is_null());
  EXPECT_NE(json.at("no_profile_because").get<std::string>().find("install CUPTI"),
            std::string::npos);
  EXPECT_NE(gpu_text(report).find("no counters of the GPU's own: "), std::string::npos);
  EXPECT_TRUE(json.at("counters").is_object()) << "those by code in the kernel are there";
  EXPECT_EQ(gpu_json(report_of("ones")).at("no_profile_because"), "they were not asked for");
  EXPECT_EQ(gpu_json(profiled_report("older", false)).at("no_counters_because"),
            "they were not asked for");
}

std::string failure_of(const GpuReport& report) {
  const auto* failure = std::get_if<ports::device::GpuFailure>(&report);
  return failure == nullptr ? std::string("it worked") : failure->error.message;
}

const GpuReport& report_in(const GpuRunner::Update& update) {
  return std::get<GpuReport>(update.what);
}

// What one kernel breaks, the next does not notice.
TEST(GpuRunner, OneReportForEachRunInTheirOrder) {
  const cuda::device::Equipment equipment({{}, fake_gpu()});
  GpuRunner runner(equipment);
  runner.wait();
  const auto devices = runner.devices();
  ASSERT_TRUE(devices.has_value());
  EXPECT_EQ(std::get<ports::device::GpuList>(*devices).devices.at(0).name, "Fake GPU");
  EXPECT_FALSE(runner.poll().has_value());
  for (const std::string kernel : {"ones", "illegal", "ones"}) {
    const auto run = run::run_model(ready(kernel), {});
    runner.submit(run);
    runner.wait();
    const auto update = runner.poll();
    ASSERT_TRUE(update.has_value()) << kernel;
    EXPECT_EQ(update->run, run->id);
    EXPECT_EQ(std::holds_alternative<GpuRun>(report_in(*update)), kernel == "ones")
        << failure_of(report_in(*update));
    EXPECT_FALSE(runner.poll().has_value());
  }
}

TEST(GpuRunner, ProfilesWhatWasMeasured) {
  cuda::device::Gpu::Options options = fake_gpu();
  options.cupti = "fake";
  const cuda::device::Equipment equipment({{}, options});
  GpuRunner runner(equipment);
  const auto run = run::run_model(ready("ones"), {});
  runner.submit(run);
  runner.wait();
  const auto measured = runner.poll();
  ASSERT_TRUE(measured.has_value());
  const auto& report = std::get<GpuRun>(report_in(*measured));
  EXPECT_FALSE(report.profile) << "it comes of its own";
  runner.submit_profile(run, report);
  runner.wait();
  const auto profiled = runner.poll();
  ASSERT_TRUE(profiled.has_value());
  EXPECT_EQ(profiled->run, run->id);
  const auto& profile = std::get<GpuProfileReport>(profiled->what);
  EXPECT_TRUE(profile.why_none.empty()) << profile.why_none;
  EXPECT_EQ(profile.passes, 2U);
  EXPECT_FALSE(profile.figures.empty());
}

// The driver's kernel never ends; the profile of it does as soon as nobody wants it.
TEST(GpuRunner, AProfileCanBeGivenUp) {
  cuda::device::Gpu::Options options = fake_gpu();
  options.cupti = "fake";
  const cuda::device::Equipment equipment({{}, options});
  GpuRunner runner(equipment);
  runner.wait();
  GpuRun measured;
  measured.arch = "sm_90";
  runner.submit_profile(run::run_model(ready("hang"), {}), measured);
  runner.stop_profile();
  runner.wait();
  const auto update = runner.poll();
  ASSERT_TRUE(update.has_value());
  EXPECT_EQ(std::get<GpuProfileReport>(update->what).why_none, "the run on the GPU was stopped");
}

// What kept the GPU away at first may be gone later.
TEST(GpuRunner, AsksAgainAfterAFailure) {
  namespace fs = std::filesystem;
  const fs::path worker = fs::path(testing::TempDir()) / "lanescope-worker-comes-later";
  fs::remove(worker);
  cuda::device::Gpu::Options options = fake_gpu();
  options.worker_command = {worker.string()};
  const cuda::device::Equipment equipment({{}, options});
  GpuRunner runner(equipment);
  runner.wait();
  EXPECT_TRUE(std::holds_alternative<ports::device::GpuFailure>(*runner.devices()));
  fs::create_symlink(LANESCOPE_GPU_TEST_WORKER, worker);
  runner.submit(run::run_model(ready("ones"), {}));
  runner.wait();
  fs::remove(worker);
  EXPECT_TRUE(std::holds_alternative<ports::device::GpuList>(*runner.devices()));
  const auto update = runner.poll();
  ASSERT_TRUE(update.has_value());
  EXPECT_EQ(failure_of(report_in(*update)), "it worked");
}

TEST(GpuRunner, EndsWhileAKernelNeverDoes) {
  const cuda::device::Equipment equipment({{}, fake_gpu()});
  GpuRunner runner(equipment);
  runner.wait();
  runner.submit(run::run_model(ready("hang"), {}));
}

TEST(GpuRunner, SaysWhyThereIsNoGpu) {
  cuda::device::Gpu::Options options = fake_gpu();
  options.driver.clear();
  const cuda::device::Equipment equipment({{}, options});
  GpuRunner runner(equipment);
  runner.submit(run::run_model(ready("ones"), {}));
  runner.wait();
  ASSERT_TRUE(std::holds_alternative<ports::device::GpuFailure>(*runner.devices()));
  const auto update = runner.poll();
  ASSERT_TRUE(update.has_value());
  EXPECT_NE(failure_of(report_in(*update)).find("libcuda.so.1) is not installed"),
            std::string::npos);
}

TEST(GpuRun, Spread) {
  const Spread s = spread({3.0, 1.0, 2.0});
  EXPECT_EQ(s.median, 2.0);
  EXPECT_EQ(s.min, 1.0);
  EXPECT_EQ(s.max, 3.0);
  EXPECT_EQ(spread({}).median, 0.0);
}

TEST(GpuJob, HasBuffersAsTheyAreBefore) {
  const ports::device::GpuJob job = gpu_job(*ready("ones"));
  ASSERT_EQ(job.buffers.size(), 1U);
  EXPECT_EQ(job.buffers[0].bytes, 256U);
  EXPECT_EQ(job.buffers[0].initial.size(), 256U);
  ASSERT_EQ(job.launches.size(), 1U);
  EXPECT_EQ(job.launches[0].kernel, "ones");
  EXPECT_EQ(job.launches[0].block[0], 64U);
}

// By C's rules the pointer stands 8 bytes into the struct, and the next parameter behind its 16.
TEST(GpuJob, KnowsWherePointersStand) {
  const auto boxed = prepared(
      ".version 8.0\n.target sm_90\n.address_size 64\n"
      ".visible .entry boxed(.param .align 8 .b8 boxed_0[16], .param .u64 boxed_1) {\n  ret;\n}\n",
      "boxed", {"s:{i32=4,f32[16]=zero}", "out:i32[4]=zero"});
  ASSERT_NE(boxed, nullptr);
  const ports::device::GpuJob job = gpu_job(*boxed);
  ASSERT_EQ(job.launches.at(0).pointers.size(), 2U);
  EXPECT_EQ(job.launches[0].pointers[0].offset, 8U);
  EXPECT_EQ(job.launches[0].pointers[0].buffer, 0U);
  EXPECT_EQ(job.launches[0].pointers[1].offset, 16U);
  EXPECT_EQ(job.launches[0].pointers[1].buffer, 1U);
  EXPECT_TRUE(job.buffers.at(1).initial.empty()) << "zeros are not sent";
}

}  // namespace
}  // namespace lanescope::hardware
