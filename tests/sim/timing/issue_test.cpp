// Cycles of hand-made warps that follow from the machine's description.
#include <gtest/gtest.h>

#include "tests/sim/timing/by_hand.hpp"

namespace lanescope::timing {
namespace {

// Cycles that `more` instructions add to as many.
std::int64_t added(std::string_view opcode, int stall, int more, std::uint32_t warps = 1) {
  ByHand once, twice;
  once.times(8, "FFMA", 4).times(more, opcode, stall).add("EXIT");
  twice.times(8, "FFMA", 4).times(2 * more, opcode, stall).add("EXIT");
  // Code is there at once: these are about pipes.
  for (ByHand* one : {&once, &twice}) {
    one->machine.code_cold_cycles = 0;
    one->machine.code_second_cycles = 0;
    one->machine.code_l2_cycles = 0;
  }
  return twice.cycles(1, warps) - once.cycles(1, warps);
}

TEST(Issue, AChainTakesItsStallCounts) { EXPECT_EQ(added("FFMA", 4, 100), 400); }

TEST(Issue, IndependentFloatsIssueEachCycle) { EXPECT_EQ(added("FFMA", 1, 100), 100); }

TEST(Issue, APipeOfSixteenLanesTakesTwoCycles) {
  EXPECT_EQ(added("LOP3.LUT", 1, 100), 200);
  EXPECT_EQ(added("MUFU.EX2", 1, 100), 800);
}

TEST(Issue, FourWarpsHideAChainOfFour) {
  // One warp on each sub-core, then four: the chain's gaps are filled.
  EXPECT_EQ(added("FFMA", 4, 100, 4), 400);
  EXPECT_EQ(added("FFMA", 4, 100, 16), 400);
  EXPECT_EQ(added("FFMA", 4, 100, 32), 800);
}

TEST(Issue, WarpsGoToSubCoresInTurn) { EXPECT_EQ(added("FFMA", 1, 100, 5), 200); }

TEST(Issue, TheLaunchAddsItsOverhead) {
  ByHand one;
  one.add("EXIT");
  const double without = one.run().cycles;
  one.machine.launch_cycles = 2750;
  EXPECT_EQ(one.run().cycles, without + 2750);
}

TEST(Issue, ABarrierWaitsForTheLastWarp) {
  ByHand apart, together;
  apart.times(10, "FFMA", 4).add("EXIT");
  together.times(10, "FFMA", 4).add("BAR.SYNC").meets().add("EXIT");
  const Timing timing = together.run(1, 8);
  EXPECT_GT(timing.stalls[Reason::barrier], 0);
  // 8 arrivals of 2 cycles and the barrier's own 12, less what the warps' starts lie apart.
  EXPECT_GE(timing.active_cycles - static_cast<double>(apart.cycles(1, 8)), 12);
  EXPECT_LE(timing.active_cycles - static_cast<double>(apart.cycles(1, 8)), 12 + 2 * 8 + 1);
}

TEST(Issue, TheSameLaunchTakesTheSameTime) {
  ByHand one;
  one.times(20, "FFMA", 4).add("LDG.E", 1, 0).loads({{7, 15}}).add("FADD", 4, 7, 1).add("EXIT");
  const Timing first = one.run(300, 8), second = one.run(300, 8);
  EXPECT_EQ(first.cycles, second.cycles);
  EXPECT_EQ(first.stalls, second.stalls);
  EXPECT_EQ(first.slots, second.slots);
  EXPECT_EQ(first.l2, second.l2);
}

TEST(Issue, NoBlocksTakeTheOverheadAlone) {
  ByHand one;
  one.add("EXIT");
  one.machine.launch_cycles = 2750;
  EXPECT_EQ(simulate(one.code, {}, {}, one.machine, one.shape).cycles, 2750);
}

}  // namespace
}  // namespace lanescope::timing
