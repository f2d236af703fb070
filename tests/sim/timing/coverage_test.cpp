// Every cycle of every warp and scheduler has one reason.
#include <gtest/gtest.h>

#include "tests/sim/timing/by_hand.hpp"

namespace lanescope::timing {
namespace {

ByHand mixed() {
  ByHand one;
  one.add("S2R", 1, 0).add("IMAD", 4, kNoBarrier, 1);
  one.add("LDG.E", 1, 0).loads({{100, 15}, {101, 3}}).add("LDS", 1, 1).shared(4);
  one.times(5, "FFMA", 4).times(3, "MUFU.RCP", 1);
  one.add("FADD", 4, kNoBarrier, 3).add("BAR.SYNC", 5).meets();
  one.add("SHFL.BFLY", 1, 2).add("FADD", 4, kNoBarrier, 4).add("BRA", 5).add("EXIT", 5);
  return one;
}

void covered(const Timing& timing) {
  EXPECT_EQ(timing.stalls.sum(), timing.warp_cycles);
  EXPECT_EQ(timing.slots.sum() + timing.idle, timing.scheduler_cycles);
  EXPECT_EQ(timing.stalls[Reason::selected], timing.instructions);
  EXPECT_EQ(timing.slots[Reason::selected], timing.instructions);
  std::int64_t by_pc = 0;
  for (const ReasonCycles& cycles : timing.by_pc) by_pc += cycles.sum();
  EXPECT_EQ(by_pc + timing.behind_the_end, timing.warp_cycles);
  for (int i = 0; i < kReasons; ++i) {
    EXPECT_GE(timing.stalls[static_cast<Reason>(i)], 0) << spelling(static_cast<Reason>(i));
    EXPECT_GE(timing.slots[static_cast<Reason>(i)], 0) << spelling(static_cast<Reason>(i));
  }
}

TEST(Coverage, OfOneWarp) { covered(mixed().run()); }
TEST(Coverage, OfAFullBlock) { covered(mixed().run(1, 32)); }
TEST(Coverage, OfBlocksThatFollow) {
  ByHand one = mixed();
  one.shape.resident_blocks = 4;
  covered(one.run(1000, 7));
}
TEST(Coverage, OfAPartOfTheGrid) {
  ByHand one = mixed();
  one.shape.grid = {10000, 1, 1};
  one.shape.block = {128, 1, 1};
  one.shape.resident_blocks = 4;
  const Sample sample = sample_of(one.shape, one.machine, 500);
  Trace trace = one.trace_of(10000, 4);
  std::erase_if(trace.blocks, [&](const BlockTrace& b) { return !sample.holds(b.block.value); });
  EXPECT_EQ(trace.blocks.size(), sample.count());
  covered(simulate(one.code, trace, sample, one.machine, one.shape));
}

TEST(Coverage, ReasonsAreNsightComputes) {
  EXPECT_EQ(spelling(Reason::long_scoreboard), "long_scoreboard");
  EXPECT_EQ(spelling(Reason::not_selected), "not_selected");
  EXPECT_FALSE(meaning(Reason::barrier).empty());
}

}  // namespace
}  // namespace lanescope::timing
