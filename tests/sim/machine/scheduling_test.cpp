#include <algorithm>

#include <gtest/gtest.h>

#include "tests/sim/machine/events_log.hpp"
#include "tests/sim/machine/support.hpp"

namespace lanescope::machine::test {
namespace {

struct Schedule {
  engine::Order order;
  std::uint64_t seed;
};
class Schedules : public testing::TestWithParam<Schedule> {};
INSTANTIATE_TEST_SUITE_P(All, Schedules,
                         testing::Values(Schedule{engine::Order::Barrier, 0},
                                         Schedule{engine::Order::Barrier, 7},
                                         Schedule{engine::Order::RoundRobin, 0},
                                         Schedule{engine::Order::RoundRobin, 11}));

// Block b waits until block b + 1 has set its flag; the last one sets its own at once. Run in
// order, every block but the last waits for one that is not resident yet.
constexpr const char* kChain = R"(
  mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %nctaid.x;
  mul.wide.u32 %rd2, %r2, 4; add.s64 %rd3, %rd1, %rd2;
  setp.ne.u32 %p1, %r1, 0; @%p1 bra SYNC;
  add.u32 %r4, %r2, 1; setp.eq.u32 %p2, %r4, %r3; mov.u32 %r5, 1; @%p2 bra SET;
WAIT:
  ld.acquire.gpu.global.u32 %r5, [%rd3+4];
  setp.eq.u32 %p3, %r5, 0; @%p3 bra WAIT;
  add.u32 %r5, %r5, 1;
SET:
  st.release.gpu.global.u32 [%rd3], %r5;
SYNC:
  bar.sync 0;
  ret;)";

TEST_P(Schedules, BlocksThatWaitForLaterBlocksMakeProgress) {
  Bench bench(kernel_text(kChain));
  bench.zeros("flags", 12).shape({12}, {64});
  bench.options().order = GetParam().order;
  bench.options().schedule_seed = GetParam().seed;
  bench.options().max_steps = 10'000'000;
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  const auto flags = words_of(execution);
  for (std::uint32_t b = 0; b < 12; ++b) EXPECT_EQ(flags[b], 12 - b);
  EXPECT_TRUE(execution.hazards().empty()) << execution.hazards()[0].message;
}

// Warp 0 waits for warp 1 of its block through shared memory.
TEST_P(Schedules, WarpsThatWaitForOthersMakeProgress) {
  Bench bench(kernel_text(R"(
    .shared .align 4 .b8 s[4];
    mov.u32 %r1, %tid.x; mov.u32 %r9, 0; setp.lt.u32 %p1, %r1, 32; @%p1 bra WAIT;
    mov.u32 %r2, 5; st.volatile.shared.u32 [s], %r2; bra DONE;
WAIT:
    ld.volatile.shared.u32 %r2, [s]; add.u32 %r9, %r9, 1; setp.eq.u32 %p2, %r2, 0; @%p2 bra WAIT;
DONE:
    mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2; st.global.u32 [%rd3], %r2; ret;)"));
  bench.zeros("out", 64).shape({1}, {64});
  bench.options().order = GetParam().order;
  bench.options().schedule_seed = GetParam().seed;
  bench.options().max_steps = 10'000'000;
  Execution execution(bench.make(), {});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  for (std::uint32_t word : words_of(execution)) EXPECT_EQ(word, 5U);
}

TEST_P(Schedules, SamePlanSameEvents) {
  std::string first;
  for (int run = 0; run < 2; ++run) {
    Bench bench(kernel_text(kChain));
    bench.zeros("flags", 6).shape({6}, {64});
    bench.options().order = GetParam().order;
    bench.options().schedule_seed = GetParam().seed;
    EventsLog log;
    Execution execution(bench.make(), {Recording::Full, {&log}});
    ASSERT_EQ(execution.run(), Outcome::Finished);
    EXPECT_EQ(log.begun, 6U);
    EXPECT_EQ(log.ended, 6U);
    if (run == 0)
      first = log.bytes;
    else
      EXPECT_EQ(log.bytes, first);
  }
}

TEST(Scheduling, ASeedPermutesWarpsAndBlocks) {
  const auto order_of = [](std::uint64_t seed) {
    Bench bench(kernel_text("ret;"));
    bench.zeros("out", 1).shape({9}, {160});
    bench.options().schedule_seed = seed;
    EventsLog log;
    Execution execution(bench.make(), {Recording::Full, {&log}});
    EXPECT_EQ(execution.run(), Outcome::Finished);
    std::vector<std::uint32_t> order;
    for (const events::Step& step : log.steps) {
      if (step.pc.value == 0) order.push_back(step.block.value * 5 + step.warp.value);
    }
    return order;
  };
  auto plain = order_of(0), seeded = order_of(3);
  EXPECT_TRUE(std::is_sorted(plain.begin(), plain.end()));
  EXPECT_NE(plain, seeded);
  EXPECT_NE(seeded, order_of(4));
  std::sort(seeded.begin(), seeded.end());
  EXPECT_EQ(plain, seeded);
}

TEST(Scheduling, RoundRobinGivesEachWarpOneInstruction) {
  Bench bench(kernel_text("mov.u32 %r1, 1; mov.u32 %r2, 2; ret;"));
  bench.zeros("out", 1).shape({1}, {96});
  bench.options().order = engine::Order::RoundRobin;
  EventsLog log;
  Execution execution(bench.make(), {Recording::Full, {&log}});
  ASSERT_EQ(execution.run(), Outcome::Finished);
  ASSERT_EQ(log.steps.size(), 12U);
  for (std::uint32_t i = 0; i < 12; ++i) {
    EXPECT_EQ(log.steps[i].warp.value, i % 3);
    EXPECT_EQ(log.steps[i].pc.value, i / 3);
    EXPECT_EQ(log.steps[i].machine_step, MachineStep{i});
  }
}

}  // namespace
}  // namespace lanescope::machine::test
