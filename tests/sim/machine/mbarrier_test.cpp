#include <gtest/gtest.h>

#include "tests/sim/machine/events_log.hpp"
#include "tests/sim/machine/support.hpp"

namespace lanescope::machine::test {
namespace {

// An mbarrier for `count` threads; everybody stores, arrives, waits and reads the mirror image.
std::string mirror(int count, const std::string& wait) {
  return R"(
  .shared .align 8 .b8 s[1024];
  mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
  mov.u32 %r2, s; shl.b32 %r3, %r1, 2; add.u32 %r4, %r2, %r3;
  setp.eq.u32 %p1, %r1, 0;
  @%p1 mbarrier.init.shared.b64 [%r2+512], )" +
         std::to_string(count) + R"(;
  bar.sync 0;
  st.shared.u32 [%r4], %r1;
  mbarrier.arrive.shared.b64 %rd4, [%r2+512];
W: )" + wait +
         R"(
  @!%p2 bra W;
  mov.u32 %r5, 508; sub.u32 %r5, %r5, %r3; add.u32 %r5, %r5, %r2;
  ld.shared.u32 %r6, [%r5];
  st.global.u32 [%rd3], %r6;
  ret;)";
}

constexpr const char* kTry = "mbarrier.try_wait.shared.b64 %p2, [%r2+512], %rd4;";
constexpr const char* kTest = "mbarrier.test_wait.shared.b64 %p2, [%r2+512], %rd4;";
constexpr const char* kTimed = "mbarrier.try_wait.shared.b64 %p2, [%r2+512], %rd4, 100;";

class Mbarriers : public testing::TestWithParam<engine::Order> {};
INSTANTIATE_TEST_SUITE_P(All, Mbarriers,
                         testing::Values(engine::Order::Barrier, engine::Order::RoundRobin));

TEST_P(Mbarriers, SeparateStoresFromLoads) {
  for (const char* wait : {kTry, kTest, kTimed}) {
    Bench bench(kernel_text(mirror(128, wait)));
    bench.zeros("out", 128).shape({1}, {128});
    bench.options().order = GetParam();
    bench.options().max_steps = 10'000;
    ExecutionOptions watched;
    watched.hazards = true;
    Execution execution(bench.make(), watched);
    ASSERT_EQ(execution.run(), Outcome::Finished) << wait;
    const auto out = words_of(execution);
    for (std::uint32_t i = 0; i < 128; ++i) EXPECT_EQ(out[i], 127 - i);
    EXPECT_TRUE(execution.hazards().empty()) << execution.hazards()[0].message;
  }
}

// Lanes that wait are not run: few instructions, and a release is told.
TEST_P(Mbarriers, TryWaitDoesNotSpin) {
  Bench bench(kernel_text(mirror(128, kTry)));
  bench.zeros("out", 128).shape({1}, {128});
  bench.options().order = GetParam();
  EventsLog log;
  Execution execution(bench.make(), {Recording::Full, {&log}});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  EXPECT_EQ(execution.machine_step().value, 4U * 20U) << "each instruction once a warp";
  EXPECT_EQ(log.releases.size(), 2U);  // of bar.sync, and of the phase
}

TEST_P(Mbarriers, APhaseThatNeverEndsIsADeadlock) {
  Bench bench(kernel_text(mirror(129, kTry)));
  bench.zeros("out", 128).shape({1}, {128});
  bench.options().order = GetParam();
  Execution execution(bench.make(), {});
  EXPECT_EQ(execution.run(), Outcome::Deadlock);
  ASSERT_FALSE(execution.hazards().empty());
  EXPECT_NE(execution.hazards()[0].message.find("for a phase of an mbarrier"), std::string::npos)
      << execution.hazards()[0].message;
}

// While a block waits at its mbarrier for a warp that waits for another block, that block runs.
TEST_P(Mbarriers, AWaitingBlockLetsOthersRun) {
  const std::string text = R"(
  .shared .align 8 .b8 s[8];
  mov.u32 %r1, %tid.x; mov.u32 %r2, s; mov.u32 %r3, %ctaid.x;
  setp.ne.u32 %p3, %r3, 0; @%p3 bra RAISE;
  setp.eq.u32 %p1, %r1, 0;
  @%p1 mbarrier.init.shared.b64 [%r2], 64;
  bar.sync 0;
  setp.lt.u32 %p4, %r1, 32; @%p4 bra MEET;
LOOK: ld.volatile.global.u32 %r4, [%rd1];
  setp.eq.u32 %p5, %r4, 0; @%p5 bra LOOK;
MEET: mbarrier.arrive.shared.b64 %rd4, [%r2];
W: mbarrier.test_wait.shared.b64 %p2, [%r2], %rd4;
  @!%p2 bra W;
  st.global.u32 [%rd1+4], 7;
  ret;
RAISE: st.volatile.global.u32 [%rd1], 1;
  ret;)";
  for (const char* wait : {"test_wait", "try_wait"}) {
    std::string body = text;
    body.replace(body.find("test_wait"), 9, wait);
    Bench bench(kernel_text(body));
    bench.zeros("out", 2).shape({2}, {64});
    bench.options().order = GetParam();
    bench.options().max_steps = 20'000;
    Execution execution(bench.make(), {});
    ASSERT_EQ(execution.run(), Outcome::Finished) << wait;
    EXPECT_EQ(words_of(execution)[1], 7U);
  }
}

std::vector<events::Hazard> hazards_of(const std::string& body) {
  Bench bench(kernel_text(".shared .align 8 .b8 s[64];\nmov.u32 %r2, s; " + body + " ret;"));
  bench.zeros("out", 1).shape({1}, {1});
  ExecutionOptions watched;
  watched.hazards = true;
  Execution execution(bench.make(), watched);
  execution.run();
  return execution.hazards();
}

TEST(Mbarrier, IsNotThereUntilItIsMade) {
  const std::string arrive = "mbarrier.arrive.shared.b64 _, [%r2];";
  const auto without = hazards_of(arrive);
  ASSERT_EQ(without.size(), 1U);
  EXPECT_EQ(without[0].kind, events::HazardKind::UninitializedRead);
  const std::string make = "mbarrier.init.shared.b64 [%r2], 2;";
  EXPECT_TRUE(hazards_of(make + arrive).empty());
  const auto after = hazards_of(make + "mbarrier.inval.shared.b64 [%r2];" + arrive);
  ASSERT_EQ(after.size(), 1U);
  EXPECT_EQ(after[0].kind, events::HazardKind::UninitializedRead);
}

TEST(Mbarrier, StopsWhatItCannotDo) {
  const std::string make = "mbarrier.init.shared.b64 [%r2], 2;";
  const auto many = hazards_of(make + "mbarrier.arrive.shared.b64 _, [%r2], 3;");
  ASSERT_EQ(many.size(), 1U);
  EXPECT_EQ(many[0].kind, events::HazardKind::Trap);
  EXPECT_NE(many[0].message.find("arrives 3 times"), std::string::npos) << many[0].message;
  const auto last = hazards_of(make + "mbarrier.arrive.noComplete.shared.b64 %rd4, [%r2], 2;");
  ASSERT_EQ(last.size(), 1U);
  EXPECT_EQ(last[0].kind, events::HazardKind::Trap);
  const auto global = hazards_of("mbarrier.init.b64 [%rd1], 2;");
  ASSERT_EQ(global.size(), 1U);
  EXPECT_EQ(global[0].kind, events::HazardKind::Trap);
  const auto odd = hazards_of("mbarrier.init.shared.b64 [%r2+4], 2;");
  ASSERT_EQ(odd.size(), 1U);
  EXPECT_EQ(odd[0].kind, events::HazardKind::Misaligned);
}

}  // namespace
}  // namespace lanescope::machine::test
