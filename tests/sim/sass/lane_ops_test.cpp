#include "tests/sim/sass/lane_ops.hpp"

#include <array>
#include <limits>

#include "sim/isa/lanes/interpolator.hpp"

// Floats of 32 and 64 bits.
namespace lanescope::sass::machine::instructions {
namespace {

TEST_F(LaneOps, FloatsAreRoundedAndFlushedAsTheModifiersSay) {
  set(1, bits(1.5F));
  set(2, bits(0.25F));
  EXPECT_EQ(result("FADD R0, R1, R2"), bits(1.75F));
  EXPECT_EQ(result("FADD R0, -R1, |R2|"), bits(-1.25F));
  EXPECT_EQ(result("FADD.SAT R0, R1, R2"), bits(1.0F));
  EXPECT_EQ(result("FMUL R0, R1, 3", bits(3.0F)), bits(4.5F));
  EXPECT_EQ(result("FFMA R0, -R1, R2, 1", bits(1.0F)), bits(0.625F));
  EXPECT_EQ(result("FMUL.D4 R0, R1, R2"), bits(0.09375F));
  set(2, bits(0x1p-30F));
  EXPECT_EQ(result("FADD.RP R0, R1, R2"), bits(1.5F) + 1);
  EXPECT_EQ(result("FADD.RM R0, R1, -R2"), bits(1.5F) - 1);
  EXPECT_EQ(result("FADD.RZ R0, R1, R2"), bits(1.5F));
  set(2, 1);
  EXPECT_EQ(result("FADD R0, RZ, R2"), 1U);
  EXPECT_EQ(result("FADD.FTZ R0, RZ, R2"), 0U);
  set(2, 0x7f800001);
  EXPECT_EQ(result("FADD R0, R1, R2"), kNan);
  EXPECT_FALSE(run("FADD.UNHEARD R0, R1, R2"));
}

TEST_F(LaneOps, OnlyLanesThatExecuteAreWritten) {
  set(0, 7);
  set(1, bits(2.0F));
  ASSERT_TRUE(run("FADD R0, R1, R1", 0, 0x2));
  EXPECT_EQ(lane(0, 0), 7U);
  EXPECT_EQ(lane(0, 1), bits(4.0F));
  ASSERT_TRUE(run("FADD R0, R1, -R1", 0, 0x1));
  EXPECT_EQ(lane(0, 0), 0U);
  EXPECT_EQ(lane(0, 1), bits(4.0F));
}

TEST_F(LaneOps, SelectsAndExtremaOfFloats) {
  set(1, bits(-2.0F));
  set(2, bits(1.0F));
  EXPECT_EQ(result("FMNMX R0, R1, R2, PT"), bits(-2.0F));
  EXPECT_EQ(result("FMNMX R0, R1, R2, !PT"), bits(1.0F));
  EXPECT_EQ(result("FMNMX.XORSIGN R0, |R1|, |R2|, !PT"), bits(-2.0F));
  predicate(1) = 1;
  ASSERT_TRUE(run("FSEL R0, -R1, R2, P1"));
  EXPECT_EQ(lane(0, 0), bits(2.0F));
  EXPECT_EQ(lane(0, 1), bits(1.0F));
  set(2, kNan);
  EXPECT_EQ(result("FMNMX R0, R1, R2, PT"), bits(-2.0F));
  EXPECT_EQ(result("FMNMX.NAN R0, R1, R2, PT"), kNan);
}

TEST_F(LaneOps, ComparisonsJoinAPredicateAndGiveTheOpposite) {
  set(1, bits(1.0F));
  set(2, bits(2.0F));
  lane(2, 1) = kNan;
  predicate(3) = 0xf;
  ASSERT_TRUE(run("FSETP.LT.AND P0, P1, R1, R2, P3"));
  EXPECT_EQ(predicate(0), 0xdU);
  EXPECT_EQ(predicate(1), 0x2U);
  ASSERT_TRUE(run("FSETP.LTU.XOR P0, PT, R1, R2, !P3"));
  EXPECT_EQ(predicate(0), 0xfU);
  ASSERT_TRUE(run("FSET.BF.GT.AND R0, R2, R1, PT"));
  EXPECT_EQ(lane(0, 0), bits(1.0F));
  EXPECT_EQ(lane(0, 1), 0U);
  ASSERT_TRUE(run("FSET.NEU.AND R0, R2, R1, PT"));
  EXPECT_EQ(lane(0, 1), 0xffffffffU);
}

TEST_F(LaneOps, DivisionsThatTheFastPathGetsWrongAreSlow) {
  const auto slow = [this](float a, float b) {
    set(1, bits(a));
    set(2, bits(b));
    EXPECT_TRUE(run("FCHK P0, R1, R2"));
    return predicate(0) == 0xffffffffU;
  };
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  EXPECT_FALSE(slow(1, 3));
  EXPECT_FALSE(slow(-1e10F, 1e-10F));
  EXPECT_TRUE(slow(0, 3));
  EXPECT_TRUE(slow(1, 0));
  EXPECT_TRUE(slow(1, kInfinity));
  EXPECT_TRUE(slow(kInfinity, 1));
  EXPECT_TRUE(slow(1, 1e-40F));
  EXPECT_TRUE(slow(1e-40F, 1));
  EXPECT_TRUE(slow(1, 2e38F));
  EXPECT_TRUE(slow(1e30F, 1e-30F));
}

TEST_F(LaneOps, DoublesArePairsOfRegisters) {
  set_double(2, 1.5);
  set_double(4, -0.25);
  ASSERT_TRUE(run("DADD R0, R2, -R4"));
  EXPECT_EQ(wide(0), bits(1.75));
  ASSERT_TRUE(run("DFMA R0, R2, 2, |R4|", 0x40000000));
  EXPECT_EQ(wide(0), bits(3.25));
  ASSERT_TRUE(run("DMUL.RP R0, R2, R4"));
  EXPECT_EQ(wide(0), bits(-0.375));
  ASSERT_TRUE(run("DSETP.GT.AND P0, P1, R2, R4, PT"));
  EXPECT_EQ(predicate(0), 0xffffffffU);
  EXPECT_EQ(predicate(1), 0U);
  set(5, 0x7ff00000);
  set(4, 7);
  ASSERT_TRUE(run("DADD R0, R2, -R4"));
  EXPECT_EQ(wide(0), 0x7ff8000000000007U) << "a NaN keeps its sign";
}

TEST_F(LaneOps, TheSmallerDoubleIsToldByPredicates) {
  const auto told = [this](double a, double b) {
    set_double(2, a);
    set_double(4, b);
    EXPECT_TRUE(run("DSETP.MIN.AND P0, P1, R2, R4, PT"));
    return std::array{predicate(0) != 0, predicate(1) != 0};
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  using Both = std::array<bool, 2>;
  EXPECT_EQ(told(1, 2), (Both{true, false}));
  EXPECT_EQ(told(2, 1), (Both{false, false}));
  EXPECT_EQ(told(-0.0, 0.0), (Both{true, false}));
  EXPECT_EQ(told(nan, 1), (Both{false, false}));
  EXPECT_EQ(told(1, nan), (Both{true, false}));
  EXPECT_EQ(told(nan, nan), (Both{false, true}));
}

TEST_F(LaneOps, SpecialFunctionsFlush) {
  set(1, bits(4.0F));
  EXPECT_EQ(result("MUFU.RCP R0, -R1"), bits(-0.25F));
  EXPECT_EQ(result("MUFU.RSQ R0, R1"), bits(0.5F));
  EXPECT_EQ(result("MUFU.SQRT R0, R1"), bits(2.0F));
  EXPECT_EQ(result("MUFU.EX2 R0, R1"), bits(16.0F));
  EXPECT_EQ(result("MUFU.LG2 R0, R1"), bits(2.0F));
  set(1, 5);
  EXPECT_EQ(result("MUFU.RCP R0, R1"), bits(std::numeric_limits<float>::infinity()));
  set(1, 0x40000000);  // the upper word of 2.0
  EXPECT_EQ(result("MUFU.RCP64H R0, R1"), 0x3fe00000U);
  set(1, 0x44003c00);  // 4 and 1
  EXPECT_EQ(result("MUFU.EX2.F16 R0, R1"), 0x4000U);
  EXPECT_EQ(result("MUFU.EX2.F16 R0, R1.H1"), 0x4c00U);
}

// What ptxas makes of sin.approx: FMUL.RZ by 1 / (2 pi), then MUFU.
TEST_F(LaneOps, SineAndCosineOfTurnsAreThoseOfAngles) {
  std::uint32_t random = 1;
  for (int round = 0; round < 500; ++round) {
    for (std::uint32_t n = 0; n < kLanes; ++n) {
      random = random * 1664525U + 1013904223U;
      lane(1, n) = (random & 0x807fffffU) | (100U + random / 7U % 50U) << 23U;
    }
    ASSERT_TRUE(run("FMUL.RZ R2, R1, 0.15915493667125701904", 0x3e22f983));
    ASSERT_TRUE(run("MUFU.SIN R3, R2"));
    ASSERT_TRUE(run("MUFU.COS R4, R2"));
    for (std::uint32_t n = 0; n < kLanes; ++n) {
      const auto angle = std::bit_cast<float>(lane(1, n));
      ASSERT_EQ(lane(3, n), bits(isa::interpolator::sin(angle))) << angle;
      ASSERT_EQ(lane(4, n), bits(isa::interpolator::cos(angle))) << angle;
    }
  }
  set(1, bits(-0.0F));
  EXPECT_EQ(result("MUFU.SIN R0, R1"), bits(-0.0F));
  EXPECT_EQ(result("MUFU.COS R0, R1"), bits(1.0F));
  set(1, 0x7f800000);
  EXPECT_EQ(result("MUFU.COS R0, R1"), kNan);
}

}  // namespace
}  // namespace lanescope::sass::machine::instructions
