// What warps did cycle by cycle: the same cycles that the sums have.
#include <gtest/gtest.h>

#include "sim/timing/changes.hpp"
#include "tests/sim/timing/by_hand.hpp"

namespace lanescope::timing {
namespace {

ByHand loads_and_meets() {
  ByHand one;
  one.add("S2R", 1, 0).add("IMAD", 4, kNoBarrier, 1);
  one.add("LDG.E", 1, 0).loads({{100, 15}}).add("LDS", 1, 1).shared(8);
  one.add("FADD", 4, kNoBarrier, 3).add("BAR.SYNC", 5).meets();
  one.times(3, "FFMA", 4).add("BRA", 5).add("EXIT", 5);
  return one;
}

struct Watched {
  Timing timing;
  SmHistory history;
};
Watched watch(const ByHand& one, std::uint32_t blocks, std::uint32_t warps) {
  LaunchShape shape = one.shape;
  shape.grid = {blocks, 1, 1};
  shape.block = {warps * 32, 1, 1};
  Watched out;
  out.timing = simulate(one.code, one.trace_of(blocks, warps),
                        sample_of(shape, one.machine, 1'000'000), one.machine, shape, &out.history);
  return out;
}

TEST(History, HasNoGapsAndTheSumsReasons) {
  ByHand one = loads_and_meets();
  one.machine.sms = 1;
  one.shape.resident_blocks = 2;
  const Watched run = watch(one, 3, 5);
  ASSERT_EQ(run.history.warps.size(), 15U);
  EXPECT_TRUE(run.history.whole);
  ReasonCycles sums;
  std::int64_t issued = 0;
  for (const WarpHistory& warp : run.history.warps) {
    std::int64_t end = warp.begin();
    for (const Stretch& stretch : warp.stretches) {
      EXPECT_EQ(stretch.begin, end);
      end = stretch.end;
      sums[stretch.reason] += stretch.end - stretch.begin;
      issued += stretch.reason == Reason::selected ? 1 : 0;
    }
  }
  EXPECT_EQ(sums, run.timing.stalls);
  EXPECT_EQ(issued, run.timing.instructions);
  EXPECT_EQ(static_cast<double>(run.history.cycles), run.timing.active_cycles);
}

TEST(History, NumbersTheWarpsInstructions) {
  const Watched run = watch(loads_and_meets(), 1, 2);
  const WarpHistory& warp = run.history.warps[1];
  EXPECT_EQ(warp.warp, WarpIndex{1});
  std::uint32_t number = 0;
  for (const Stretch& stretch : warp.stretches) {
    EXPECT_EQ(stretch.issued, number);
    if (stretch.reason != Reason::selected) continue;
    EXPECT_EQ(stretch.pc, number);
    ++number;
  }
  EXPECT_EQ(number, 11U);
}

TEST(History, FindsACycle) {
  const Watched run = watch(loads_and_meets(), 1, 1);
  const WarpHistory& warp = run.history.warps[0];
  EXPECT_EQ(warp.at(warp.begin() - 1), nullptr);
  EXPECT_EQ(warp.at(warp.end()), nullptr);
  EXPECT_EQ(warp.at(warp.begin()), &warp.stretches.front());
  EXPECT_EQ(warp.at(warp.end() - 1), &warp.stretches.back());
}

TEST(History, ChangesNothing) {
  const ByHand one = loads_and_meets();
  ByHand other = loads_and_meets();
  EXPECT_EQ(watch(one, 1, 4).timing.cycles, other.run(1, 4).cycles);
}

// Eight passes take 2 cycles each; of 32 lanes with 4 bytes one would do.
TEST(Changes, NoBankConflicts) {
  const Changes changes{.no_bank_conflicts = true};
  ByHand one;
  one.add("LDS", 1, 0).shared(8).add("FADD", 4, kNoBarrier, 1).add("EXIT", 5);
  const Trace trace = one.trace_of(1, 1);
  const Trace without = changed(trace, changes);
  EXPECT_TRUE(changes_trace(changes));
  EXPECT_EQ(without.requests[0].wavefronts, 1);
  const Sample sample = sample_of(one.shape, one.machine, 1);
  const double before = simulate(one.code, trace, sample, one.machine, one.shape).cycles;
  const double after = simulate(one.code, without, sample, one.machine, one.shape).cycles;
  EXPECT_EQ(before - after, 7 * one.machine.wavefront_cycles);
}

TEST(Changes, FreeBarriersLetNobodyWait) {
  ByHand one = loads_and_meets();
  one.shape.block = {4 * 32, 1, 1};
  const Trace trace = changed(one.trace_of(1, 4), Changes{.free_barriers = true});
  const Sample sample = sample_of(one.shape, one.machine, 1);
  EXPECT_EQ(simulate(one.code, trace, sample, one.machine, one.shape).stalls[Reason::barrier], 0);
}

TEST(Changes, OfMachineAndShape) {
  MachineDescription machine;
  EXPECT_EQ(changed(machine, Changes{.latency = 0.5}).dram_cycles, (machine.dram_cycles + 1) / 2);
  EXPECT_EQ(changed(machine, Changes{}), machine);
  LaunchShape shape;
  shape.resident_blocks = 3;
  EXPECT_EQ(changed(shape, Changes{.resident_blocks = 2}).resident_blocks, 6U);
  EXPECT_EQ(changed(shape, Changes{.resident_blocks = 0.1}).resident_blocks, 1U);
  EXPECT_EQ(changed(shape, Changes{.endless_cache = true}).caches, Caches::All);
  EXPECT_EQ(changed(shape, Changes{.l1_bytes = 1024}).l1_bytes, 1024);
}

TEST(Changes, AnEndlessCacheAsksNothingOfDram) {
  ByHand one;
  one.add("LDG.E", 1, 0).loads({{100, 15}}).add("FADD", 4, kNoBarrier, 1).add("EXIT", 5);
  EXPECT_GT(one.run().dram_load_bytes, 0);
  one.shape.caches = Caches::All;
  EXPECT_EQ(one.run().dram_load_bytes, 0);
}

TEST(WhatIf, IsFoundByItsId) {
  for (const WhatIf& one : what_ifs()) {
    EXPECT_EQ(find_what_if(one.id), &one);
    EXPECT_NE(one.changes, Changes{}) << one.id;
    EXPECT_FALSE(one.words.empty());
  }
  EXPECT_EQ(find_what_if("no such question"), nullptr);
}

}  // namespace
}  // namespace lanescope::timing
