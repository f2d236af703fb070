// A parent and its children in an experiment: launches of their own in trace, replay, saved run,
// reports and the program for nvcc.

#include <cstring>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "lab/experiment/spec.hpp"
#include "lab/hardware/gpu_run.hpp"
#include "lab/lesson/metric.hpp"
#include "lab/report/exit_status.hpp"
#include "lab/report/report_json.hpp"
#include "lab/report/report_text.hpp"
#include "lab/run/run_model.hpp"
#include "lab/run/saved_run.hpp"
#include "sim/replay/replay.hpp"
#include "tests/lab/ptx_kernels.hpp"

namespace lanescope::run {
namespace {

// Thread t launches child<<<1, 1>>>(out, t), which does out[0] = out[0] * 10 + t;
// thread 0 into the stream for the tail.
std::string parent_ptx() {
  return R"(.version 9.0
.target sm_90
.address_size 64
.extern .func (.param .b64 r) __cudaCDP2GetParameterBufferV2(.param .b64 a, .param .align 4 .b8 b[12], .param .align 4 .b8 c[12], .param .b32 d);
.extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2(.param .b64 a, .param .b64 b);
.visible .entry child(.param .u64 out, .param .u32 digit)
{
.reg .b32 %r<4>;
.reg .b64 %rd<4>;
ld.param.u64 %rd1, [out];
ld.param.u32 %r1, [digit];
ld.global.u32 %r2, [%rd1];
mad.lo.u32 %r2, %r2, 10, %r1;
st.global.u32 [%rd1], %r2;
ret;
}
.visible .entry parent(.param .u64 out)
{
.reg .pred %p<4>;
.reg .b32 %r<8>;
.reg .b64 %rd<8>;
ld.param.u64 %rd1, [out];
mov.u32 %r1, %tid.x;
setp.eq.u32 %p1, %r1, 0;
selp.b64 %rd4, 3, 0, %p1;
mov.u64 %rd2, child;
{
.param .b64 p0; st.param.b64 [p0], %rd2;
.param .align 4 .b8 p1[12]; st.param.b32 [p1], 1; st.param.b32 [p1+4], 1; st.param.b32 [p1+8], 1;
.param .align 4 .b8 p2[12]; st.param.b32 [p2], 1; st.param.b32 [p2+4], 1; st.param.b32 [p2+8], 1;
.param .b32 p3; st.param.b32 [p3], 0;
.param .b64 r0;
call (r0), __cudaCDP2GetParameterBufferV2, (p0, p1, p2, p3);
ld.param.b64 %rd3, [r0];
}
st.u64 [%rd3], %rd1;
st.u32 [%rd3+8], %r1;
{
.param .b64 q0; st.param.b64 [q0], %rd3;
.param .b64 q1; st.param.b64 [q1], %rd4;
.param .b32 s0;
call (s0), __cudaCDP2LaunchDeviceV2, (q0, q1);
ld.param.b32 %r2, [s0];
}
ret;
}
)";
}

// Two launches of the host, of three threads each.
experiment::Experiment parents() {
  experiment::Experiment experiment;
  experiment.source = {"k.ptx", parent_ptx(), true, {}};
  experiment::LaunchSpec launch;
  launch.kernel = "parent";
  launch.grid = {1, 1, 1};
  launch.block = {3, 1, 1};
  launch.arguments.emplace_back(*experiment::parse_argument("out:u32[1]=zero"));
  experiment.launches.push_back(launch);
  experiment.launches.push_back(launch);
  experiment.launches.back().arguments = {experiment::LaunchSpec::BufferRef{"out"}};
  return experiment;
}

std::shared_ptr<const Prepared> prepared(const experiment::Experiment& experiment) {
  const PrepareResult result =
      prepare(experiment, test::compiled_ptx(parent_ptx().c_str(), "parent"));
  const auto* failed = std::get_if<PrepareFailure>(&result);
  EXPECT_EQ(failed, nullptr) << failed->error.text();
  return failed != nullptr ? nullptr : std::get<std::shared_ptr<const Prepared>>(result);
}

RunOptions in_full() {
  RunOptions options;
  options.recording = engine::Recording::Full;
  return options;
}

std::uint32_t word(std::span<const std::byte> bytes) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

TEST(NestedLaunches, StandBehindTheirParents) {
  const auto given = prepared(parents());
  const auto run = run_model(given, {});
  ASSERT_EQ(run->outcome, engine::Outcome::Finished) << run->unsupported;
  EXPECT_TRUE(run->hazards.empty());
  EXPECT_EQ(report::exit_status(*run), 0);
  EXPECT_EQ(word(run->buffers[0].bytes), 120120U);
  EXPECT_EQ(given->plan->launches.size(), 2U);
  ASSERT_EQ(run->plan().launches.size(), 8U);
  ASSERT_EQ(run->counters_by_pc.size(), 8U);
  EXPECT_EQ(*lesson::evaluate_metric(*run, "launches"), 8.0);
  for (std::size_t i = 0; i < 8; ++i) {
    const bool is_child = i % 4 != 0;
    EXPECT_EQ(kernel_label(*run->prepared, i), is_child ? "child" : "parent") << i;
    EXPECT_EQ(given_launch(*run->prepared, i),
              is_child ? std::nullopt : std::optional<std::size_t>(i / 4))
        << i;
  }
}

TEST(NestedLaunches, AreToldOfInReports) {
  const auto run = run_model(prepared(parents()), {});
  const auto json = nlohmann::json::parse(report::report_json(*run));
  ASSERT_EQ(json.at("launches").size(), 8U);
  EXPECT_FALSE(json.at("launches").at(4).contains("parent"));
  EXPECT_EQ(json.at("launches").at(5).at("parent"), 4);
  EXPECT_EQ(json.at("launches").at(5).at("kernel"), "child");
  EXPECT_EQ(json.at("launches").at(5).at("warp_instructions"), 6);
  const std::string text = report::report_text(*run);
  EXPECT_NE(text.find("launched by"), std::string::npos) << text;
  EXPECT_NE(text.find("launch 4"), std::string::npos) << text;
}

// At any tick of any launch, in any order, the machine is as it was.
TEST(NestedLaunches, AreReplayed) {
  const auto run = run_model(prepared(parents()), in_full());
  ASSERT_NE(run->trace, nullptr);
  ASSERT_EQ(run->trace->launches().size(), 8U);
  replay::Replay replay(run->prepared->plan, run->trace, 20);
  // What stands in `out` before each launch.
  const std::uint32_t before[] = {0, 0, 1, 12, 120, 120, 1201, 12012};
  for (const std::size_t i : {7U, 2U, 5U, 0U, 1U, 6U, 3U, 4U}) {
    const engine::Execution& at = replay.at(run->trace->launches()[i].first);
    EXPECT_EQ(word(at.buffer(0)), before[i]) << i;
    EXPECT_EQ(at.launch(), i);
    EXPECT_EQ(at.resident_blocks().size(), 1U) << i;
  }
}

TEST(NestedLaunches, AreThereAgainInASavedRun) {
  const auto run = run_model(prepared(parents()), in_full());
  const auto bytes = saved_run_bytes(*run, {});
  ASSERT_TRUE(bytes) << bytes.error().text();
  const auto saved = read_saved_run(*bytes, "n.lanerun");
  ASSERT_TRUE(saved) << saved.error().text();
  EXPECT_EQ(saved->experiment.launches.size(), 2U);
  const auto result = prepare(saved->experiment, saved->compiled);
  const auto again = run_model(std::get<std::shared_ptr<const Prepared>>(result), in_full());
  EXPECT_EQ(difference(saved->digest, saved->machine_steps, *again), "");
  // And once more from what the run knows, as studio and GPU runs do.
  const auto third = run_model(run->prepared, in_full());
  EXPECT_EQ(difference(saved->digest, saved->machine_steps, *third), "");
  EXPECT_EQ(third->plan().launches.size(), 8U);
}

// A window that ends early knows of the launches so far, and of the host's to come.
TEST(NestedLaunches, AreInTheWindowThatIsShownFirst) {
  const auto run = run_window(prepared(parents()), in_full());
  EXPECT_TRUE(run->complete);
  EXPECT_EQ(run->plan().launches.size(), 8U);
}

TEST(NestedLaunches, AreNotTheHostsOnAGpu) {
  const auto run = run_model(prepared(parents()), {});
  const ports::device::GpuJob job = hardware::gpu_job(*run->prepared);
  ASSERT_EQ(job.launches.size(), 2U);
  EXPECT_EQ(job.launches[1].kernel, "parent");
  EXPECT_EQ(job.launches[1].pointers.size(), 1U);
}

}  // namespace
}  // namespace lanescope::run
