// Kernels that launch kernels: what nvcc -rdc=true makes of <<<…>>> in a kernel, and what the host
// of the machine is given to launch.

#include "sim/machine/child_launches.hpp"

#include <cstring>

#include "sim/machine/device.hpp"
#include "tests/sim/machine/support.hpp"

namespace lanescope::machine::test {
namespace {

constexpr const char* kHead = R"(.version 9.0
.target sm_90
.address_size 64
.extern .func (.param .b64 r) __cudaCDP2GetParameterBufferV2(.param .b64 a, .param .align 4 .b8 b[12], .param .align 4 .b8 c[12], .param .b32 d);
.extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2(.param .b64 a, .param .b64 b);
.extern .func (.param .b32 r) __cudaCDP2GetLastError();
.visible .entry child(.param .u64 out, .param .u32 more)
{
.reg .b32 %r<4>;
.reg .b64 %rd<4>;
ld.param.u64 %rd1, [out];
ld.param.u32 %r1, [more];
ld.global.u32 %r2, [%rd1];
mad.lo.u32 %r2, %r2, 10, %r1;
st.global.u32 [%rd1], %r2;
ret;
}
)";

// launch(threads, value, stream): child<<<1, threads, 0, stream>>>(out, value)
std::string launch(int threads, int value, int stream) {
  const auto text = [](int number) { return std::to_string(number); };
  return R"({
.param .b64 p0; st.param.b64 [p0], %rd2;
.param .align 4 .b8 p1[12]; st.param.b32 [p1], 1; st.param.b32 [p1+4], 1; st.param.b32 [p1+8], 1;
.param .align 4 .b8 p2[12]; st.param.b32 [p2], )" +
         text(threads) + R"(; st.param.b32 [p2+4], 1; st.param.b32 [p2+8], 1;
.param .b32 p3; st.param.b32 [p3], 0;
.param .b64 r0;
call (r0), __cudaCDP2GetParameterBufferV2, (p0, p1, p2, p3);
ld.param.b64 %rd3, [r0];
}
setp.eq.u64 %p1, %rd3, 0;
@%p1 bra L)" +
         text(value) + R"(;
st.u64 [%rd3], %rd1;
mov.u32 %r1, )" +
         text(value) +
         R"(;
st.u32 [%rd3+8], %r1;
{
.param .b64 q0; st.param.b64 [q0], %rd3;
.param .b64 q1; st.param.b64 [q1], )" +
         text(stream) + R"(;
.param .b32 s0;
call (s0), __cudaCDP2LaunchDeviceV2, (q0, q1);
ld.param.b32 %r2, [s0];
}
L)" + text(value) +
         ":\n";
}

std::string parent(const std::string& body) {
  return std::string(kHead) + R"(.visible .entry k(.param .u64 out)
{
.reg .pred %p<4>;
.reg .b32 %r<8>;
.reg .b64 %rd<8>;
ld.param.u64 %rd1, [out];
mov.u64 %rd2, child;
)" + body +
         "ret;\n}\n";
}

class Children : public testing::Test {
 protected:
  void SetUp() override {
    engine::Buffer buffer;
    buffer.name = "out";
    buffer.bytes = 16;
    out_ = *device_.allocate(buffer);
  }
  void run(engine::Launch launch) {
    const Result<void> done = device_.launch(std::move(launch));
    ASSERT_TRUE(done) << done.error().text();
    ASSERT_EQ(device_.run(), Outcome::Finished) << device_.unsupported();
  }
  std::vector<engine::Launch> launched_by(const std::string& text) {
    engine::Launch launch{decode(text, "k"), {1}, {1}, 0, std::vector<std::byte>(8)};
    std::memcpy(launch.parameters.data(), &out_.value, 8);
    run(std::move(launch));
    return device_.take_children();
  }
  std::uint32_t word(std::uint64_t at) {
    std::uint32_t value = 0;
    const Result<void> done =
        device_.read(Address{out_.value + at}, std::as_writable_bytes(std::span(&value, 1)));
    EXPECT_TRUE(done) << done.error().text();
    return value;
  }

  Device device_{{}, {Recording::Counters, {}, true}};
  Address out_;
};

// The host may say how many may wait, and hears how many were refused.
TEST_F(Children, WaitAsManyAsTheHostSays) {
  device_.limit_waiting_children(2);
  EXPECT_EQ(launched_by(parent(launch(1, 1, 0) + launch(1, 2, 0) + launch(1, 3, 0))).size(), 2U);
  EXPECT_EQ(device_.take_refused_children(), 1U);
  EXPECT_EQ(device_.take_refused_children(), 0U);
}

// The arguments are those that the buffer held, and the tail comes last.
TEST_F(Children, AreForTheHostToLaunchInTheirOrder) {
  std::vector<engine::Launch> children =
      launched_by(parent(launch(1, 3, 3) + launch(1, 1, 0) + launch(1, 2, 4)));
  ASSERT_EQ(children.size(), 3U);
  for (engine::Launch& child : children) {
    EXPECT_EQ(child.program->kernel(), "child");
    run(std::move(child));
  }
  EXPECT_EQ(word(0), 123U);
  EXPECT_TRUE(device_.take_children().empty());
  EXPECT_TRUE(device_.hazards().empty());
}

TEST_F(Children, AShapeThatCannotBeIsAnErrorThatStaysUntilItIsAskedFor) {
  const std::string ask = R"({
.param .b32 e0; call (e0), __cudaCDP2GetLastError, (); ld.param.b32 %r3, [e0]; }
)";
  const auto children =
      launched_by(parent(launch(2048, 1, 0) + ask + "st.global.u32 [%rd1], %r3;\n" + ask +
                         "st.global.u32 [%rd1+4], %r3;\n"));
  EXPECT_TRUE(children.empty());
  EXPECT_EQ(word(0), 9U);  // cudaErrorInvalidConfiguration
  EXPECT_EQ(word(4), 0U);
}

// A plan's run: the children behind their parent, before the host's next launch.
TEST_F(Children, OfAPlanRunBehindTheirParent) {
  Bench bench(parent(launch(1, 3, 3) + launch(1, 1, 0) + launch(1, 2, 4)));
  bench.zeros("out", 1).shape({1}, {1});
  Execution execution(bench.make(2), {Recording::Counters, {}, true});
  ASSERT_EQ(execution.run(), Outcome::Finished) << execution.unsupported();
  EXPECT_EQ(words_of(execution)[0], 123123U);
  EXPECT_TRUE(execution.hazards().empty());
  const std::vector<engine::Launch> launches = execution.launches();
  ASSERT_EQ(launches.size(), 8U);
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const bool is_parent = i % 4 == 0;
    EXPECT_EQ(launches[i].program->kernel(), is_parent ? "k" : "child") << i;
    EXPECT_EQ(launches[i].depth, is_parent ? 0U : 1U) << i;
    if (!is_parent) {
      EXPECT_EQ(launches[i].parent, i / 4 * 4) << i;
    }
    EXPECT_GT(execution.counters(static_cast<std::uint32_t>(i)).warp_instructions, 0U) << i;
  }
  EXPECT_EQ(execution.plan().launches.size(), 2U);
}

// A kernel that launches itself `left` times more into `stream`, and notes what it was told.
std::string recursion(int stream) {
  return std::string(kHead) + R"(.visible .entry k(.param .u64 out, .param .u32 left)
{
.reg .pred %p<4>;
.reg .b32 %r<8>;
.reg .b64 %rd<8>;
ld.param.u64 %rd1, [out];
ld.param.u32 %r4, [left];
setp.eq.u32 %p1, %r4, 0;
@%p1 bra END;
mov.u64 %rd2, k;
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
sub.u32 %r4, %r4, 1;
st.u32 [%rd3+8], %r4;
{
.param .b64 q0; st.param.b64 [q0], %rd3;
.param .b64 q1; st.param.b64 [q1], )" +
         std::to_string(stream) + R"(;
.param .b32 s0;
call (s0), __cudaCDP2LaunchDeviceV2, (q0, q1);
ld.param.b32 %r2, [s0];
}
st.global.u32 [%rd1+4], %r2;
END:
ld.global.u32 %r3, [%rd1]; add.u32 %r3, %r3, 1; st.global.u32 [%rd1], %r3;
ret;
}
)";
}

std::shared_ptr<const engine::Plan> recursing(int stream, std::uint32_t times) {
  Bench bench(recursion(stream));
  bench.zeros("out", 2).argument(times).shape({1}, {1});
  return bench.make();
}

TEST_F(Children, HaveChildrenAsDeepAsCudaSays) {
  Execution execution(recursing(0, 30), {Recording::Counters, {}, true});
  ASSERT_EQ(execution.run(), Outcome::Finished) << execution.unsupported();
  const std::vector<engine::Launch> launches = execution.launches();
  ASSERT_EQ(launches.size(), 25U);
  for (std::uint32_t i = 0; i < 25; ++i) {
    EXPECT_EQ(launches[i].depth, i);
    EXPECT_EQ(launches[i].parent, i == 0 ? 0 : i - 1);
  }
  EXPECT_EQ(words_of(execution)[0], 25U);
  EXPECT_EQ(words_of(execution)[1], 65U);  // cudaErrorLaunchMaxDepthExceeded
}

// For the tail they take their parent's place: as many as one likes, but not without end.
TEST_F(Children, ForTheTailGoOnWithoutDepth) {
  Execution execution(recursing(3, 100), {Recording::None});
  ASSERT_EQ(execution.run(), Outcome::Finished) << execution.unsupported();
  EXPECT_EQ(execution.launches().size(), 101U);
  EXPECT_EQ(execution.launches().back().depth, 1U);
  EXPECT_EQ(words_of(execution)[0], 101U);

  Execution endless(recursing(3, 4'000'000'000), {Recording::None, {}, true});
  EXPECT_EQ(endless.run(), Outcome::StepLimit);
  EXPECT_EQ(endless.launches().size(), kMostLaunches);
  ASSERT_EQ(endless.hazards().size(), 1U);
  EXPECT_EQ(endless.hazards()[0].kind, events::HazardKind::StepLimit);
  EXPECT_NE(endless.hazards()[0].message.find("kernels launch kernels without end"),
            std::string::npos)
      << endless.hazards()[0].message;
}

// Each thread is told of its own launch.
TEST_F(Children, ThatWaitHaveRoomFor2048) {
  const std::string ask = R"({
.param .b32 e0; call (e0), __cudaCDP2GetLastError, (); ld.param.b32 %r3, [e0]; }
setp.eq.u32 %p2, %r3, 69;
@%p2 red.global.add.u32 [%rd1+4], 1;
setp.ne.u32 %p2, %r3, 0;
@%p2 red.global.add.u32 [%rd1+8], 1;
)";
  Bench bench(parent(launch(1, 1, 0) + ask));
  bench.zeros("out", 3).shape({10}, {256});
  Execution execution(bench.make(2), {Recording::None});
  ASSERT_EQ(execution.run(), Outcome::Finished) << execution.unsupported();
  EXPECT_EQ(execution.launches().size(), 2U * 2049U);
  EXPECT_EQ(words_of(execution)[1], 2U * 512U);
  EXPECT_EQ(words_of(execution)[2], 2U * 512U);
}

// From a state of any time, forwards and backwards, in a machine that knows of no children yet.
TEST_F(Children, AreThereAgainInARestoredState) {
  Bench bench(parent(launch(1, 3, 3) + launch(1, 1, 0) + launch(1, 2, 4)));
  bench.zeros("out", 1).shape({1}, {1});
  const auto plan = bench.make(2);
  Execution straight(plan, {Recording::None});
  std::vector<std::shared_ptr<const engine::Snapshot>> snapshots;
  while (straight.outcome() == Outcome::Running) {
    snapshots.push_back(straight.snapshot());
    straight.run(5);
  }
  ASSERT_GT(snapshots.size(), 20U);
  Execution other(plan, {Recording::None});
  for (std::size_t i = snapshots.size(); i-- > 0;) {
    other.restore(*snapshots[i]);
    ASSERT_EQ(other.run(), Outcome::Finished) << i;
    EXPECT_EQ(words_of(other)[0], 123123U) << i;
    EXPECT_EQ(other.launches().size(), 8U) << i;
    EXPECT_EQ(other.machine_step(), straight.machine_step()) << i;
  }
}

// A plan that lists them, as a run has left it, runs as the one that does not.
TEST_F(Children, ThatAPlanListsAreLaunchedOnce) {
  Bench bench(parent(launch(1, 3, 3) + launch(1, 1, 0)));
  bench.zeros("out", 1).shape({1}, {1});
  Execution first(bench.make(), {Recording::None});
  ASSERT_EQ(first.run(), Outcome::Finished);
  auto listing = std::make_shared<engine::Plan>(first.plan());
  listing->launches = first.launches();
  Execution second(listing, {Recording::None});
  ASSERT_EQ(second.run(), Outcome::Finished);
  EXPECT_EQ(second.launches().size(), 3U);
  EXPECT_EQ(words_of(second)[0], 13U);
}

}  // namespace
}  // namespace lanescope::machine::test
