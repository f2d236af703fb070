#include <gtest/gtest.h>

#include "tests/sim/machine/events_log.hpp"
#include "tests/sim/machine/support.hpp"

namespace lanescope::machine::test {
namespace {

std::string policy_name(const testing::TestParamInfo<engine::Policy>& info) {
  return info.param == engine::Policy::Its     ? "its"
         : info.param == engine::Policy::Ipdom ? "ipdom"
                                               : "min_pc";
}

class Policies : public testing::TestWithParam<engine::Policy> {};
INSTANTIATE_TEST_SUITE_P(All, Policies,
                         testing::Values(engine::Policy::Its, engine::Policy::Ipdom,
                                         engine::Policy::MinPc),
                         policy_name);

constexpr const char* kIfElse = R"(
  mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
  setp.ge.u32 %p1, %r1, 24;
  @%p1 bra ELSE;
  add.u32 %r2, %r1, 100;
  bra.uni JOIN;
ELSE:
  add.u32 %r2, %r1, 200;
JOIN:
  st.global.u32 [%rd3], %r2;
  ret;)";

TEST_P(Policies, IfElsePartsAndMeets) {
  Bench bench(kernel_text(kIfElse));
  bench.zeros("out", 32).shape({1}, {32});
  bench.options().policy = GetParam();
  EventsLog log;
  Execution execution(bench.make(), {Recording::Full, {&log}});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  const auto out = words_of(execution);
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], i + (i < 24 ? 100 : 200));
  EXPECT_EQ(execution.counters(0).branches, 1U);
  EXPECT_EQ(execution.counters(0).divergent_branches, 1U);
  EXPECT_EQ(execution.counters(0).global_store.requests, 1U);
  ASSERT_EQ(log.branches.size(), 1U);
  EXPECT_EQ(log.branches[0].taken, 0xff000000U);
  EXPECT_EQ(log.branches[0].not_taken, 0x00ffffffU);
  EXPECT_EQ(log.steps.back().active, 0xffffffffU);
}

// Lane i goes round i + 1 times and then stores.
constexpr const char* kLoop = R"(
  mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
  mov.u32 %r2, 0; mov.u32 %r3, 0;
TOP:
  add.u32 %r2, %r2, %r3; add.u32 %r3, %r3, 1;
  setp.le.u32 %p1, %r3, %r1;
  @%p1 bra TOP;
  st.global.u32 [%rd3], %r2;
  ret;)";

TEST_P(Policies, DataDependentLoopMeetsBehindItself) {
  Bench bench(kernel_text(kLoop));
  bench.zeros("out", 64).shape({1}, {64});
  bench.options().policy = GetParam();
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  const auto out = words_of(execution);
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(out[i], i * (i + 1) / 2);
  EXPECT_EQ(execution.counters(0).global_store.requests, 2U);
  EXPECT_EQ(execution.counters(0).branches, 32U + 64);
  EXPECT_EQ(execution.counters(0).divergent_branches, 31U + 31);
}

// Nested: the inner return must not keep the others apart. Lanes 0-7 leave early inside the branch.
TEST_P(Policies, AnEarlyReturnInABranchDoesNotHoldUpTheRest) {
  Bench bench(kernel_text(R"(
    mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
    mov.u32 %r2, 1;
    setp.ge.u32 %p1, %r1, 16;
    @%p1 bra REST;
    setp.lt.u32 %p2, %r1, 8;
    @%p2 bra DONE;
    mov.u32 %r2, 2;
REST:
    st.global.u32 [%rd3], %r2;
DONE:
    ret;)"));
  bench.zeros("out", 32).shape({1}, {32});
  bench.options().policy = GetParam();
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  const auto out = words_of(execution);
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], i < 8 ? 0U : i < 16 ? 2U : 1U);
  EXPECT_EQ(execution.counters(0).global_store.requests, 1U);
}

// for (step = 0; step < 4; ++step) { if ((tid + step) & 1) continue; if (tid > 28 + step) break;
// load; } The lanes that skip the rest of a round wait for those that do not, though some of these
// leave the loop: rounds stay together, as on hardware (the linked list of tests/hardware,
// measured).
TEST(Loops, ContinueMeetsInTheLoopDespiteABreak) {
  for (engine::Policy policy :
       {engine::Policy::Its, engine::Policy::Ipdom, engine::Policy::MinPc}) {
    Bench bench(kernel_text(R"(
      mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
      mov.u32 %r2, 0; mov.u32 %r6, 0;
  TOP:
      ld.global.u32 %r3, [%rd3]; add.u32 %r6, %r6, 1;
      add.u32 %r4, %r1, %r2; and.b32 %r4, %r4, 1; setp.ne.u32 %p1, %r4, 0;
      @%p1 bra NEXT;
      add.u32 %r5, %r2, 28; setp.gt.u32 %p2, %r1, %r5;
      @%p2 bra OUT;
      atom.global.add.u32 %r7, [%rd3+128], 1;
  NEXT:
      add.u32 %r2, %r2, 1; setp.lt.u32 %p3, %r2, 4;
      @%p3 bra TOP;
  OUT:
      st.global.u32 [%rd3], %r6;
      ret;)"));
    bench.zeros("out", 64).shape({1}, {32});
    bench.options().policy = policy;
    Execution execution(bench.make(), {});
    ASSERT_EQ(execution.run(), Outcome::Finished);
    const auto out = words_of(execution);
    for (std::uint32_t i = 0; i < 32; ++i) {
      std::uint32_t rounds = 0, adds = 0;
      for (std::uint32_t step = 0; step < 4; ++step) {
        ++rounds;
        if (((i + step) & 1U) != 0) continue;
        if (i > 28 + step) break;
        ++adds;
      }
      EXPECT_EQ(out[i], rounds) << i;
      EXPECT_EQ(out[32 + i], adds) << i;
    }
    EXPECT_EQ(execution.counters(0).global_load.requests, 4U) << static_cast<int>(policy);
    EXPECT_EQ(execution.counters(0).global_atomic.requests, 4U) << static_cast<int>(policy);
    EXPECT_EQ(execution.counters(0).global_store.requests, 1U) << static_cast<int>(policy);
  }
}

// Loads of 32 lanes in "loads", by policy.
std::uint64_t loads_of(engine::Policy policy, std::string_view body) {
  std::string text = "mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n";
  text += "mov.u32 %r2, 0; and.b32 %r5, %r1, 3;\n";
  text += body;
  Bench bench(kernel_text(text));
  bench.zeros("out", 32).shape({1}, {32});
  bench.options().policy = policy;
  Execution execution(bench.make(), {});
  EXPECT_EQ(execution.run(), Outcome::Finished);
  return execution.counters(0).global_load.requests;
}

// for (;;) { switch (tid & 3) { case 0: continue; case 1: f(); break; … default: g(); } load; } Two
// branches lead to the default's code, so what lies between either and the load is not its own, and
// hardware has no barrier there (loop_switch_breaks of tests/hardware, measured).
TEST(Loops, TheMiddleOfASwitchWithAContinueIsNoMeeting) {
  constexpr std::string_view kSwitch = R"(
  TOP:
    setp.gt.u32 %p1, %r5, 1; @%p1 bra UPPER;
    setp.eq.u32 %p2, %r5, 0; @%p2 bra NEXT;
    setp.ne.u32 %p3, %r5, 1; @%p3 bra OTHER;
    add.u32 %r6, %r1, 1; bra.uni LOAD;
  UPPER:
    setp.eq.u32 %p3, %r5, 2; @%p3 bra TWO;
    setp.ne.u32 %p3, %r5, 3; @%p3 bra OTHER;
    add.u32 %r6, %r1, 3; bra.uni LOAD;
  TWO:
    add.u32 %r6, %r1, 2; bra.uni LOAD;
  OTHER:
    add.u32 %r6, %r1, 4;
  LOAD:
    ld.global.u32 %r7, [%rd3];
  NEXT:
    add.u32 %r2, %r2, 1; setp.lt.u32 %p4, %r2, 5; @%p4 bra TOP;
    ret;)";
  EXPECT_EQ(loads_of(engine::Policy::Ipdom, kSwitch), 5U * 2);
  EXPECT_EQ(loads_of(engine::Policy::Its, kSwitch), 5U * 3);
}

// a || (b && c) ? one : other. Nothing but the first test leads into the whole, so that its lanes
// meet behind it, wherever on the way they part: both sides of the choice are reached from several
// tests, which have no barrier of their own.
TEST(Branches, TestsOfOneConditionMeetBehindIt) {
  EXPECT_EQ(loads_of(engine::Policy::Its, R"(
    setp.gt.u32 %p1, %r1, 99; @%p1 bra ONE;
    setp.lt.u32 %p2, %r1, 20; @%p2 bra THIRD;
    bra.uni OTHER;
  THIRD:
    setp.lt.u32 %p3, %r5, 2; @%p3 bra ONE;
  OTHER:
    add.u32 %r2, %r2, 1; bra.uni LOAD;
  ONE:
    add.u32 %r2, %r2, 2;
  LOAD:
    ld.global.u32 %r7, [%rd3];
    st.global.u32 [%rd3], %r2;
    ret;)"),
            1U);
}

// Lanes that leave a loop in different rounds go their way apart (loop_return_inside, measured).
TEST(Loops, LanesThatLeaveInDifferentRoundsDoNotMeetOnTheWay) {
  EXPECT_EQ(loads_of(engine::Policy::Its, R"(
  TOP:
    setp.eq.u32 %p1, %r2, %r5; @%p1 bra OUT;
    add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 9; @%p2 bra TOP;
    bra.uni DONE;
  OUT:
    ld.global.u32 %r7, [%rd3];
  DONE:
    st.global.u32 [%rd3], %r2;
    ret;)"),
            4U);
}

// Lanes part inside a loop, and then each part leaves the loop as a whole, in a round of its own:
// all of them joined the barrier in front of the loop, and store together. (merge/bounds-that-stay
// of the lessons, measured)
TEST(Loops, LanesThatPartedInsideMeetBehindTheLoopThoughEachPartLeavesAsOne) {
  struct Case {
    const char* what;
    const char* loop;  // rounds in %r2, the lane in %r1; left to OUT
  };
  const Case cases[] = {
      {"lane 0 leaves first", R"(
  TOP:
      setp.ne.u32 %p1, %r1, 0; @%p1 bra OTHERS;
      setp.eq.u32 %p2, %r1, 0; @%p2 bra OUT;
      add.u32 %r3, %r3, 1;
  OTHERS:
      add.u32 %r2, %r2, 1; setp.lt.u32 %p3, %r2, 4; @%p3 bra TOP;)"},
      {"lane 0 leaves last", R"(
  TOP:
      setp.eq.u32 %p1, %r1, 0; @%p1 bra ALONE;
      setp.gt.u32 %p2, %r1, 0; @%p2 bra OUT;
  ALONE:
      add.u32 %r2, %r2, 1; setp.lt.u32 %p3, %r2, 4; @%p3 bra TOP;)"},
      {"lane 0 leaves first, from a loop inside", R"(
  TOP:
      mov.u32 %r4, 0;
  AGAIN:
      setp.ne.u32 %p1, %r1, 0; @%p1 bra OTHERS;
      setp.eq.u32 %p2, %r1, 0; @%p2 bra OUT;
  OTHERS:
      add.u32 %r4, %r4, 1; setp.lt.u32 %p3, %r4, 3; @%p3 bra AGAIN;
      add.u32 %r2, %r2, 1; setp.lt.u32 %p3, %r2, 4; @%p3 bra TOP;)"},
  };
  for (const Case& c : cases) {
    Bench bench(kernel_text(std::string(R"(
      mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
      mov.u32 %r2, 0; mov.u32 %r3, 0;)") +
                            c.loop + R"(
  OUT:
      st.global.u32 [%rd3], %r2;
      ret;)"));
    bench.zeros("out", 32).shape({1}, {32});
    Execution execution(bench.make(), {});
    ASSERT_EQ(execution.run(), Outcome::Finished) << c.what;
    EXPECT_EQ(execution.counters(0).global_store.requests, 1U) << c.what;
  }
}

// Lanes that end on a side path of their own do not keep the others apart (branch_return_then_work,
// measured).
TEST(Branches, ASidePathThatEndsItsThreadsIsNotWaitedFor) {
  EXPECT_EQ(loads_of(engine::Policy::Its, R"(
    setp.eq.u32 %p1, %r5, 0; @%p1 bra REST;
    setp.eq.u32 %p2, %r5, 1; @%p2 bra SIDE;
    bra.uni MORE;
  SIDE:
    st.global.u32 [%rd3], %r1;
    bra.uni DONE;
  MORE:
    setp.eq.u32 %p3, %r5, 2; @%p3 bra DONE;
  REST:
    ld.global.u32 %r7, [%rd3];
    st.global.u32 [%rd3], %r7;
  DONE:
    ret;)"),
            1U);
}

// A lock taken lane by lane: while (atomicCAS(&lock, 0, 1)); counter++; atomicExch(&lock, 0).
constexpr const char* kSpinLock = R"(
SPIN:
  atom.global.cas.b32 %r1, [%rd1], 0, 1;
  setp.ne.s32 %p1, %r1, 0;
  @%p1 bra SPIN;
  ld.volatile.global.u32 %r2, [%rd1+4];
  add.u32 %r2, %r2, 1;
  st.volatile.global.u32 [%rd1+4], %r2;
  atom.global.exch.b32 %r3, [%rd1], 0;
  ret;)";

TEST(SpinLock, PassesUnderIts) {
  Bench bench(kernel_text(kSpinLock));
  bench.zeros("out", 2).shape({2}, {96});
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  EXPECT_EQ(words_of(execution)[1], 192U);
  EXPECT_TRUE(execution.hazards().empty());
}

TEST(SpinLock, PassesUnderItsInRoundRobin) {
  Bench bench(kernel_text(kSpinLock));
  bench.zeros("out", 2).shape({2}, {64});
  bench.options().order = engine::Order::RoundRobin;
  bench.options().max_steps = 50'000'000;
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  EXPECT_EQ(words_of(execution)[1], 128U);
}

TEST(SpinLock, NeverEndsOnAReconvergenceStack) {
  Bench bench(kernel_text(kSpinLock));
  bench.zeros("out", 2).shape({1}, {32});
  bench.options().policy = engine::Policy::Ipdom;
  bench.options().max_steps = 200'000;
  Execution execution(bench.make(), {});
  EXPECT_EQ(execution.run(), Outcome::StepLimit);
  ASSERT_EQ(execution.hazards().size(), 1U);
  EXPECT_EQ(execution.hazards()[0].kind, events::HazardKind::StepLimit);
  EXPECT_EQ(execution.machine_step().value, 200'000U);
}

TEST(SpinLock, StarvesUnderMinPc) {
  Bench bench(kernel_text(kSpinLock));
  bench.zeros("out", 2).shape({1}, {32});
  bench.options().policy = engine::Policy::MinPc;
  bench.options().max_steps = 200'000;
  Execution execution(bench.make(), {});
  EXPECT_EQ(execution.run(), Outcome::StepLimit);
}

// Property: at every divergent branch the masks partition the group, and every step's executed
// lanes are a part of its active ones.
TEST_P(Policies, MasksPartition) {
  Bench bench(kernel_text(kLoop));
  bench.zeros("out", 64).shape({1}, {64});
  bench.options().policy = GetParam();
  bench.options().order = engine::Order::RoundRobin;
  EventsLog log;
  Execution execution(bench.make(), {Recording::Full, {&log}});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  for (const events::Branch& branch : log.branches) {
    EXPECT_EQ(branch.taken & branch.not_taken, 0U);
    EXPECT_EQ(branch.divergent, branch.taken != 0 && branch.not_taken != 0);
  }
  for (const events::Step& step : log.steps) EXPECT_EQ(step.executed & ~step.active, 0U);
  EXPECT_EQ(log.steps.size(), execution.machine_step().value);
}

}  // namespace
}  // namespace lanescope::machine::test
