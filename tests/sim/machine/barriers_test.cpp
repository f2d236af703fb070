#include <algorithm>

#include <gtest/gtest.h>

#include "tests/sim/machine/events_log.hpp"
#include "tests/sim/machine/support.hpp"

namespace lanescope::machine::test {
namespace {

using events::HazardKind;

bool has(const Execution& execution, HazardKind kind) {
  return std::any_of(execution.hazards().begin(), execution.hazards().end(),
                     [&](const events::Hazard& hazard) { return hazard.kind == kind; });
}

// Each thread puts its number into shared memory and reads its mirror image's.
constexpr const char* kMirror = R"(
  .shared .align 4 .b8 s[512];
  mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
  mov.u32 %r2, s; shl.b32 %r3, %r1, 2; add.u32 %r4, %r2, %r3;
  st.shared.u32 [%r4], %r1;
  bar.sync 0;
  mov.u32 %r5, 508; sub.u32 %r5, %r5, %r3; add.u32 %r5, %r5, %r2;
  ld.shared.u32 %r6, [%r5];
  st.global.u32 [%rd3], %r6;
  ret;)";

class Orders : public testing::TestWithParam<engine::Order> {};
INSTANTIATE_TEST_SUITE_P(All, Orders,
                         testing::Values(engine::Order::Barrier, engine::Order::RoundRobin));

TEST_P(Orders, BarrierSeparatesStoresFromLoads) {
  Bench bench(kernel_text(kMirror));
  bench.zeros("out", 128).shape({1}, {128});
  bench.options().order = GetParam();
  EventsLog log;
  Execution execution(bench.make(), {Recording::Full, {&log}});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  const auto out = words_of(execution);
  for (std::uint32_t i = 0; i < 128; ++i) EXPECT_EQ(out[i], 127 - i);
  EXPECT_EQ(execution.counters(0).barriers, 4U);
  EXPECT_EQ(execution.counters(0).shared_store.requests, 4U);
  EXPECT_EQ(execution.counters(0).shared_load.wavefronts, 4U);
  EXPECT_EQ(log.releases, std::vector<std::uint32_t>{0});
  EXPECT_TRUE(execution.hazards().empty());
}

// Threads that have exited count as arrived.
TEST(Barriers, ExitedThreadsDoNotHoldUpABarrier) {
  Bench bench(kernel_text(R"(
    mov.u32 %r1, %tid.x; setp.ge.u32 %p1, %r1, 40;
    @%p1 bra DONE;
    bar.sync 0;
    mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r1;
DONE:
    ret;)"));
  bench.zeros("out", 128).shape({1}, {128});
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  EXPECT_EQ(words_of(execution)[39], 39U);
  EXPECT_TRUE(execution.hazards().empty());
}

// if (tid < 16) __syncthreads(); the launch goes on, the error is reported.
TEST(Barriers, DivergentBarrierIsReportedAndPasses) {
  Bench bench(kernel_text(R"(
    mov.u32 %r1, %tid.x; setp.ge.u32 %p1, %r1, 16;
    @%p1 bra JOIN;
    bar.sync 0;
JOIN:
    mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r1;
    ret;)"));
  bench.zeros("out", 32).shape({1}, {32});
  Execution execution(bench.make(), {});
  EXPECT_EQ(execution.run(), Outcome::Finished);
  EXPECT_TRUE(has(execution, HazardKind::BarrierDivergence));
  EXPECT_EQ(words_of(execution)[31], 31U);
}

// A loop whose barrier lies below the arms of its branch, so that lanes with the smaller pc come to
// it before the others are out of theirs. `latch`: what both arms come to; `leave`: sets %p2.
std::string barrier_below_arms(const std::string& latch, const std::string& leave) {
  std::string text = R"(
    mov.u32 %r1, %tid.x; mov.u32 %r2, 0; mov.u32 %r4, 0;
    and.b32 %r3, %r1, 1; setp.eq.u32 %p1, %r3, 0;
    bra START;
LOOP:
    bar.sync 0;
    add.u32 %r2, %r2, 1; )";
  text += leave + R"(
    @%p2 bra END;
START:
    @%p1 bra FAR;
    add.u32 %r4, %r4, 1;
    bra )";
  text += latch + R"(;
LATCH:
    add.u32 %r4, %r4, 10;
    bra LOOP;
FAR:
    add.u32 %r4, %r4, 2; add.u32 %r4, %r4, 3;
    bra )";
  return text + latch + R"(;
END:
    mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r4;
    ret;)";
}

std::vector<events::Hazard> hazards_under(engine::Policy policy, const std::string& body) {
  Bench bench(kernel_text(body));
  bench.zeros("out", 64).shape({1}, {64});
  bench.options().policy = policy;
  Execution execution(bench.make(), {});
  EXPECT_EQ(execution.run(), Outcome::Finished);
  return execution.hazards();
}

TEST(Barriers, LanesThatAreOnlyBehindAreWaitedFor) {
  for (const engine::Policy policy :
       {engine::Policy::Its, engine::Policy::Ipdom, engine::Policy::MinPc}) {
    SCOPED_TRACE(static_cast<int>(policy));
    for (const char* latch : {"LOOP", "LATCH"}) {
      const auto hazards =
          hazards_under(policy, barrier_below_arms(latch, "setp.ge.u32 %p2, %r2, 4;"));
      EXPECT_TRUE(hazards.empty()) << latch << ": " << hazards[0].message;
    }
  }
}

TEST(Barriers, LanesThatLeaveTheLoopAreNotWaitedFor) {
  for (const engine::Policy policy :
       {engine::Policy::Its, engine::Policy::Ipdom, engine::Policy::MinPc}) {
    SCOPED_TRACE(static_cast<int>(policy));
    for (const char* latch : {"LOOP", "LATCH"}) {
      const auto hazards = hazards_under(
          policy, barrier_below_arms(latch, "add.u32 %r5, %r3, 3; setp.ge.u32 %p2, %r2, %r5;"));
      ASSERT_FALSE(hazards.empty()) << latch;
      EXPECT_EQ(hazards[0].kind, HazardKind::BarrierDivergence);
    }
  }
}

TEST(Barriers, CountedBarrierThatTooFewReachIsADeadlock) {
  Bench bench(kernel_text(R"(
    mov.u32 %r1, %tid.x; setp.ge.u32 %p1, %r1, 32;
    @%p1 bra DONE;
    bar.sync 1, 64;
DONE:
    ret;)"));
  bench.zeros("out", 1).shape({1}, {64});
  Execution execution(bench.make(), {});
  EXPECT_EQ(execution.run(), Outcome::Deadlock);
  ASSERT_TRUE(has(execution, HazardKind::Deadlock));
  EXPECT_NE(execution.hazards().back().message.find("barrier 1"), std::string::npos);
}

// Two warps produce (arrive), two consume (sync): bar.arrive does not wait.
TEST_P(Orders, ProducersArriveAndConsumersWait) {
  Bench bench(kernel_text(R"(
    .shared .align 4 .b8 s[256];
    mov.u32 %r1, %tid.x; setp.ge.u32 %p1, %r1, 64;
    mov.u32 %r2, s; and.b32 %r3, %r1, 63; shl.b32 %r4, %r3, 2; add.u32 %r5, %r2, %r4;
    @%p1 bra CONSUME;
    add.u32 %r6, %r1, 500;
    st.shared.u32 [%r5], %r6;
    bar.arrive 3, 128;
    bra DONE;
CONSUME:
    bar.sync 3, 128;
    ld.shared.u32 %r7, [%r5];
    mul.wide.u32 %rd2, %r3, 4; add.s64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r7;
DONE:
    ret;)"));
  bench.zeros("out", 64).shape({1}, {128});
  bench.options().order = GetParam();
  bench.options().schedule_seed = 5;
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  const auto out = words_of(execution);
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(out[i], i + 500);
}

TEST(Barriers, ReductionsOverTheBlock) {
  Bench bench(kernel_text(R"(
    mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 37; setp.lt.u32 %p2, %r1, 1000;
    bar.red.popc.u32 %r2, 0, %p1;
    bar.red.and.pred %p3, 0, %p2;
    bar.red.or.pred %p4, 0, !%p2;
    bar.red.and.pred %p5, 0, %p1;
    selp.u32 %r3, 1000, 0, %p3;
    selp.u32 %r4, 2000, 0, %p4;
    selp.u32 %r5, 4000, 0, %p5;
    add.u32 %r2, %r2, %r3; add.u32 %r2, %r2, %r4; add.u32 %r2, %r2, %r5;
    mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r2;
    ret;)"));
  bench.zeros("out", 96).shape({1}, {96});
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  for (std::uint32_t word : words_of(execution)) EXPECT_EQ(word, 1037U);
}

// Each half of a warp calls its own barrier, unaligned: as in code specialised by lanes.
TEST(Barriers, UnalignedBarriersCountThreads) {
  Bench bench(kernel_text(R"(
    mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 16; setp.ne.u32 %p1, %r2, 0;
    mov.u32 %r3, 0;
    @%p1 bra HIGH;
    barrier.sync 1, 32;
    mov.u32 %r3, 1;
    bra JOIN;
HIGH:
    barrier.sync 2, 32;
    mov.u32 %r3, 2;
JOIN:
    mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r3;
    ret;)"));
  bench.zeros("out", 64).shape({1}, {64});
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  EXPECT_TRUE(execution.hazards().empty());
  const auto out = words_of(execution);
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(out[i], (i & 16U) == 0 ? 1U : 2U);
}

// Lanes 0 to 3 store and end on a path that comes later in the code: the barrier misses nobody.
TEST(Barriers, LanesThatAreAboutToEndAreNotMissed) {
  Bench bench(kernel_text(R"(
    mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
    setp.lt.u32 %p1, %r1, 4;
    @%p1 bra LEAVE;
    bar.sync 0;
    st.global.u32 [%rd3], 2;
    ret;
LEAVE:
    st.global.u32 [%rd3], 1;
    ret;)"));
  bench.zeros("out", 64).shape({1}, {64});
  Execution execution(bench.make(), {});
  EXPECT_EQ(execution.run(), Outcome::Finished);
  const auto out = words_of(execution);
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(out[i], i < 4 ? 1U : 2U) << i;
  EXPECT_TRUE(execution.hazards().empty());
}

}  // namespace
}  // namespace lanescope::machine::test
