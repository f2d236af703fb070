#include <bit>
#include <cstddef>

#include <gtest/gtest.h>

#include "tests/sim/machine/support.hpp"

namespace lanescope::machine::test {
namespace {

constexpr const char* kIndex =
    "mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n";

// Runs `body`, which leaves its result in %r2, in one warp.
Words run(const std::string& body, engine::Policy policy = engine::Policy::Its,
          std::vector<events::Hazard>* hazards = nullptr, events::Counters* counters = nullptr) {
  Bench bench(kernel_text(kIndex + body + "\nst.global.u32 [%rd3], %r2; ret;"));
  bench.zeros("out", 32).shape({1}, {32});
  bench.options().policy = policy;
  Execution execution(bench.make(), {});
  EXPECT_EQ(execution.run(), Outcome::Finished);
  if (hazards != nullptr) *hazards = execution.hazards();
  if (counters != nullptr) *counters = execution.counters(0);
  return words_of(execution);
}

// Expected values by the definition in PTX ISA 9.7.9.6.
TEST(Shuffle, Down) {
  const auto out =
      run("add.u32 %r3, %r1, 100; shfl.sync.down.b32 %r2|%p1, %r3, 3, 31, -1; @!%p1 add.u32 %r2, "
          "%r2, 1000;");
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], i + 3 < 32 ? i + 103 : i + 1100);
}
TEST(Shuffle, UpInSegmentsOfEight) {
  const auto out = run("add.u32 %r3, %r1, 100; shfl.sync.up.b32 %r2, %r3, 2, 0x1800, -1;");
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], i % 8 >= 2 ? i + 98 : i + 100);
}
TEST(Shuffle, Butterfly) {
  const auto out = run("add.u32 %r3, %r1, 100; shfl.sync.bfly.b32 %r2, %r3, 5, 31, -1;");
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], (i ^ 5U) + 100);
}
TEST(Shuffle, IndexInSegmentsOfSixteen) {
  const auto out = run("add.u32 %r3, %r1, 100; shfl.sync.idx.b32 %r2, %r3, 21, 0x101f, -1;");
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], (i & 16U) + 5 + 100);
}

TEST(Vote, BallotAnyAllUni) {
  const auto out = run(R"(
    setp.lt.u32 %p1, %r1, 5; setp.lt.u32 %p2, %r1, 99;
    vote.sync.ballot.b32 %r2, %p1, -1;
    vote.sync.any.pred %p3, %p1, -1; vote.sync.all.pred %p4, %p1, -1; vote.sync.uni.pred %p5, %p1, -1; vote.sync.all.pred %p6, !%p2, -1;
    vote.sync.uni.pred %p7, %p2, -1;
    @%p3 add.u32 %r2, %r2, 0x100; @%p4 add.u32 %r2, %r2, 0x200; @%p5 add.u32 %r2, %r2, 0x400;
    @%p6 add.u32 %r2, %r2, 0x800; @%p7 add.u32 %r2, %r2, 0x1000;)");
  for (std::uint32_t word : out) EXPECT_EQ(word, 0x111fU);
}

TEST(Match, AnyAndAll) {
  const auto out = run(R"(
    shr.u32 %r3, %r1, 3; match.any.sync.b32 %r2, %r3, -1;
    match.all.sync.b32 %r4|%p1, %r3, -1; @%p1 mov.u32 %r2, 0;)");
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], 0xffU << (i / 8 * 8));
}

TEST(Redux, AddMinMax) {
  const auto out = run(R"(
    sub.s32 %r3, %r1, 10; redux.sync.add.s32 %r4, %r3, -1; redux.sync.min.s32 %r5, %r3, -1; redux.sync.max.u32 %r6, %r3, -1;
    add.s32 %r2, %r4, %r5; add.s32 %r2, %r2, %r6;)");
  const std::uint32_t want = 176U - 10U + 0xffffffffU;
  for (std::uint32_t word : out) EXPECT_EQ(word, want);
}

TEST(ActiveMask, NamesTheLanesOfTheBranch) {
  const auto out = run(R"(
    mov.u32 %r2, 0; setp.ge.u32 %p1, %r1, 12; @%p1 bra J; activemask.b32 %r2; J:)");
  EXPECT_EQ(out[0], 0xfffU);
  EXPECT_EQ(out[20], 0U);
}

// Both sides of a branch execute the same shuffle with the full mask: lanes wait for each other.
TEST(WarpSync, MeetsAcrossBranches) {
  for (engine::Policy policy : {engine::Policy::Its, engine::Policy::MinPc}) {
    const auto out = run(R"(
      add.u32 %r3, %r1, 100; and.b32 %r4, %r1, 1; setp.eq.u32 %p1, %r4, 0;
      @%p1 bra EVEN;
      shfl.sync.bfly.b32 %r2, %r3, 1, 31, -1;
      bra JOIN;
EVEN:
      add.u32 %r5, %r3, 1000;
      shfl.sync.bfly.b32 %r2, %r5, 1, 31, -1;
JOIN:)",
                         policy);
    for (std::uint32_t i = 0; i < 32; ++i)
      EXPECT_EQ(out[i], (i ^ 1U) + 100 + (i % 2 == 1 ? 1000 : 0)) << i;
  }
}

// A tile of eight lanes in a branch: its own mask, nobody else waits.
TEST(WarpSync, TilesHaveMasksOfTheirOwn) {
  std::vector<events::Hazard> hazards;
  const auto out = run(R"(
    shr.u32 %r3, %r1, 3; shl.b32 %r4, %r3, 3; mov.u32 %r5, 255; shl.b32 %r6, %r5, %r4;
    vote.sync.ballot.b32 %r2, %p1, %r6;
    setp.lt.u32 %p2, %r1, 16; mov.u32 %r2, 0;
    @%p2 vote.sync.ballot.b32 %r2, %p2, %r6;)",
                       engine::Policy::Its, &hazards);
  EXPECT_TRUE(hazards.empty());
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], i < 16 ? 0xffU << (i / 8 * 8) : 0U);
}

TEST(WarpSync, MasksThatDoNotNameTheirLaneAreErrors) {
  std::vector<events::Hazard> hazards;
  run("bar.warp.sync 0xffff; mov.u32 %r2, 0;", engine::Policy::Its, &hazards);
  ASSERT_FALSE(hazards.empty());
  EXPECT_EQ(hazards[0].kind, events::HazardKind::InvalidSyncMask);
}

// if (lane < 16) shuffle with the full mask: the others never come.
TEST(WarpSync, NamingLanesOutsideTheBranchIsAnError) {
  std::vector<events::Hazard> hazards;
  run(R"(mov.u32 %r2, 0; setp.ge.u32 %p1, %r1, 16; @%p1 bra J; shfl.sync.down.b32 %r2, %r1, 8, 31, -1; J:)",
      engine::Policy::Its, &hazards);
  ASSERT_FALSE(hazards.empty());
  EXPECT_EQ(hazards[0].kind, events::HazardKind::InvalidSyncMask);
  EXPECT_NE(hazards[0].message.find("thread (16,0,0)"), std::string::npos);
}

// What they lend is open by the PTX ISA; on an H200 it is 0, of lanes elsewhere and of ended ones.
TEST(WarpSync, LanesThatAreNotThereLendNothing) {
  for (const char* others : {"bra J", "ret"}) {
    const auto out = run("mov.u32 %r2, 7; add.u32 %r3, %r1, 100; setp.ge.u32 %p1, %r1, 12; @%p1 " +
                         std::string(others) + "; shfl.sync.down.b32 %r2, %r3, 8, 31, 0xfff; J:");
    for (std::uint32_t i = 0; i < 12; ++i) EXPECT_EQ(out[i], i < 4 ? i + 108 : 0U) << others << i;
  }
}

TEST(WarpSync, OtherWarpSizesRefuseWarpLevelInstructions) {
  Bench bench(kernel_text("shfl.sync.down.b32 %r2, %r1, 1, 31, -1; ret;"));
  bench.zeros("out", 1).shape({1}, {32});
  bench.options().warp_size = 8;
  Execution execution(bench.make(), {});
  EXPECT_EQ(execution.run(), Outcome::Unsupported);
  EXPECT_NE(execution.unsupported().find("32"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::machine::test
