#include "sim/hazards/clock.hpp"

#include <deque>

#include <gtest/gtest.h>

#include "sim/hazards/ordering.hpp"
#include "sim/hazards/shadow.hpp"

namespace lanescope::hazards {
namespace {

TEST(Clock, JoinKnowsWhatEitherKnows) {
  const ClockPtr a = clock_with(nullptr, {{key_of(0, 1), 5}, {key_of(2), 9}});
  const ClockPtr b = clock_with(nullptr, {{key_of(0, 1), 7}});
  const ClockPtr both = join(a, b);
  EXPECT_TRUE(both->knows({0, 1, 3, 7}));
  EXPECT_FALSE(both->knows({0, 1, 3, 8}));
  EXPECT_FALSE(both->knows({0, 2, 3, 1}));
  EXPECT_TRUE(both->knows({2, 4, 4, 9}));
  EXPECT_FALSE(a->knows({0, 1, 3, 6}));
  EXPECT_EQ(join(a, nullptr), a);
  EXPECT_EQ(join(nullptr, a), a);
}

TEST(Clock, ForgetsWhatEverybodyKnows) {
  const ClockPtr a = clock_with(nullptr, {{key_of(0, 1), 5}, {key_of(2), 9}});
  const ClockPtr rest = without(a, 0, 5);
  EXPECT_FALSE(rest->knows({0, 1, 0, 1}));
  EXPECT_TRUE(rest->knows({2, 0, 0, 9}));
  EXPECT_EQ(without(a, 0, 4), a);
  EXPECT_EQ(without(clock_with(nullptr, {{key_of(0, 1), 5}}), 0, 5), nullptr);
}

TEST(ReleaseLog, TellsWhatHadBeenReleasedThen) {
  ReleaseLog log(ReleaseLog::kNobody);
  log.add(ClockEntry{key_of(0), 5}, kAll, 6);
  const std::uint32_t until = log.size();
  log.add(ClockEntry{key_of(0), 8}, kAll, 9);
  log.add(ClockEntry{key_of(1), 3}, 7, 9);
  std::vector<Reading> open;
  EXPECT_TRUE(log.holds({0, 1, 1, 5}, until, 2, open));
  EXPECT_FALSE(log.holds({0, 1, 1, 6}, until, 2, open));
  EXPECT_TRUE(log.holds({0, 1, 1, 6}, log.size(), 2, open));
  EXPECT_FALSE(log.holds({1, 0, 0, 3}, log.size(), 2, open));
  EXPECT_TRUE(log.holds({1, 0, 0, 3}, log.size(), 7, open));
  EXPECT_TRUE(open.empty());
}

// Block i has read what block i - 1 released, and so on down to block 0.
TEST(Clock, KnowsThroughAChainOfReadings) {
  std::deque<ReleaseLog> logs;
  ClockPtr clock;
  for (std::uint32_t i = 0; i < 100; ++i) {
    ReleaseLog& log = logs.emplace_back(key_of(i, 0, 0));
    log.add(ClockEntry{key_of(i), 10 * i + 5}, kAll, 10 * i + 9);
    if (i > 0) log.add(Reading{&logs[i - 1], logs[i - 1].size(), i}, kAll, 10 * i + 9);
    clock = clock_with(nullptr, Reading{&log, log.size(), 200});
  }
  for (std::uint32_t i = 0; i < 100; ++i) {
    EXPECT_TRUE(clock->knows({i, 3, 3, 10 * i + 5})) << i;
    EXPECT_FALSE(clock->knows({i, 3, 3, 10 * i + 6})) << i;
  }
}

TEST(Clock, KeepsTheLatestReadingOfAnOwner) {
  std::deque<ReleaseLog> logs;
  ClockPtr clock;
  for (std::uint32_t i = 0; i < 50; ++i) {
    ReleaseLog& log = logs.emplace_back(key_of(3, 0, 0));
    log.add(ClockEntry{key_of(3), i + 1}, kAll, i + 2);
    clock = clock_with(clock, Reading{&log, log.size(), 200});
  }
  EXPECT_EQ(clock->readings.size(), 1U);
  EXPECT_TRUE(clock->knows({3, 0, 0, 50}));
}

TEST(Page, FinerCellsKeepWhatTheCoarseOnesHeld) {
  Budget budget{1 << 20, false};
  Page page(64);
  page.make(Accesses::Writes, Kept::Latest, budget).put(3, {9, 8, 7, 6});
  page.refine(1, budget);
  for (std::uint32_t cell = 0; cell < 64; ++cell) {
    const Stamp stamp = page.plane(Accesses::Writes).at(cell);
    EXPECT_EQ(stamp.time, cell / 4 == 3 ? 9U : 0U) << cell;
    EXPECT_EQ(stamp.block, cell / 4 == 3 ? 6U : 0U) << cell;
  }
  page.forget(12, 2);
  EXPECT_EQ(page.plane(Accesses::Writes).at(13).time, 0U);
  EXPECT_EQ(page.plane(Accesses::Writes).at(14).time, 9U);
}

TEST(Page, KeepsToItsBudget) {
  Budget budget{600, false};
  Page page(64);
  EXPECT_TRUE(page.make(Accesses::Writes, Kept::Latest, budget));
  EXPECT_FALSE(page.make(Accesses::Reads, Kept::Latest, budget));
  EXPECT_TRUE(budget.exceeded);
  page.drop(budget);
  EXPECT_EQ(budget.left, 600U);
}

TEST(BlockOrder, ABarrierOfAllOrdersAll) {
  BlockOrder order(4, 2, 32, 10);
  const Stamp stamp{12, who_is(0, 3), 0, 4};
  EXPECT_FALSE(order.ordered(stamp, 1, 3, 10));
  EXPECT_TRUE(order.ordered(stamp, 0, 3, 10));
  const LaneMask all = 0xffffffff;
  const std::array<LaneMask, 2> live{all, all};
  order.arrive(0, 0, all, true, 13);
  order.arrive(0, 1, all, true, 14);
  order.release(0, live, 14);
  EXPECT_TRUE(order.ordered(stamp, 1, 3, 10));
  EXPECT_FALSE(order.ordered({15, who_is(0, 3), 0, 4}, 1, 3, 10));
}

TEST(BlockOrder, ExitedLanesAreNotMissed) {
  BlockOrder order(0, 2, 32, 0);
  const std::array<LaneMask, 2> live{0xffff, 0};
  order.arrive(0, 0, 0xffff, true, 5);
  order.release(0, live, 5);
  EXPECT_EQ(order.barrier(), 5U);
}

}  // namespace
}  // namespace lanescope::hazards
