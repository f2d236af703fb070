#include "tests/sim/sass/lane_ops.hpp"

// Halves, conversions and products of matrices.
namespace lanescope::sass::machine::instructions {
namespace {

TEST_F(LaneOps, PairsOfHalves) {
  set(1, 0x40003c00);  // 2 and 1: the upper half first
  set(2, 0x44004200);  // 4 and 3
  EXPECT_EQ(result("HADD2 R0, R1, R2"), 0x46004400U);
  EXPECT_EQ(result("HADD2 R0, R1.H1_H1, -R2.reuse.H0_H0"), 0xbc00bc00U);
  EXPECT_EQ(result("HMUL2 R0, R1, R2"), 0x48004200U);
  EXPECT_EQ(result("HFMA2.MMA R0, R1, R2, -RZ"), 0x48004200U);
  EXPECT_EQ(result("HFMA2.RELU R0, -R1, R2, RZ"), 0U);
  EXPECT_EQ(result("HADD2.SAT R0, R1, R2"), 0x3c003c00U);
  // lower: 2 * -4 + 1, upper: 2 * 3 + 2
  EXPECT_EQ(result("HFMA2 R0, R1.H1_H1, R2.H0_NH1, R1"), 0x4800c700U);
  EXPECT_EQ(result("HMNMX2 R0, R1, R2.H0_H0, !PT"), 0x42004200U);
  EXPECT_EQ(result("HADD2.F32 R0, -RZ, R2.H1_H1"), bits(4.0F));
  set(1, 0x40003f80);  // 2 and 1 as bf16
  EXPECT_EQ(result("HADD2.BF16_V2 R0, R1, R1"), 0x40804000U);
}

TEST_F(LaneOps, PairsOfIntegers) {
  set(1, 0x0005fff0);  // 5 and -16, or 65520
  set(2, 0x00070003);
  EXPECT_EQ(result("VIADD.16x2 R0, R1, R2"), 0x000cfff3U);
  EXPECT_EQ(result("VIADD.16x2 R0, R1, -R2"), 0xfffeffedU);
  EXPECT_EQ(result("VIMNMX3.U16x2 R0, R1, 0x40100, R2, PT"), 0x00040003U);
  EXPECT_EQ(result("VIMNMX3.S16x2 R0, R1, 0x60001, R2, !PT"), 0x00070003U);
  EXPECT_EQ(result("VIMNMX3.S16x2.RELU R0, R1, 0x60001, R2, PT"), 0x00050000U);
  EXPECT_EQ(result("VIMNMX.U16x2 R0, P0, P1, R1, R2, PT"), 0x00050003U);
  EXPECT_EQ(predicate(0), 0U);           // the lower half is R2's
  EXPECT_EQ(predicate(1), 0xffffffffU);  // the upper one R1's
  EXPECT_EQ(result("VIMNMX3.RELU R0, -R1, -0x5, -R2, !PT"), 0U);
}

TEST_F(LaneOps, TwoImmediatesOfHalvesAreOneWord) {
  set(1, 0x40003c00);
  EXPECT_EQ(result("HFMA2.MMA R0, -RZ, RZ, 15, 0", 0x4b800000), 0x4b800000U);
  EXPECT_EQ(result("HADD2 R0, R1, -2.25, 1.5", 0xc0803e00), 0xb4004100U);
  EXPECT_EQ(result("HFMA2 R0, R1, 1, 1, R1", 0x3c003c00), 0x44004000U);
  EXPECT_EQ(result("HMNMX2 R0, R1, 1, 0, PT", 0x3c000000), 0x3c000000U);
}

TEST_F(LaneOps, ComparisonsOfHalvesGiveTwoPredicates) {
  set(1, 0x40003c00);
  set(2, 0x40004000);
  predicate(2) = 0xff;
  ASSERT_TRUE(run("HSETP2.EQ.AND P0, P1, R1, R2, P2"));
  EXPECT_EQ(predicate(0), 0U);
  EXPECT_EQ(predicate(1), 0xffU);
  ASSERT_TRUE(run("HSETP2.GT.OR P0, PT, R1.H0_H0, 0.5, 0.5, !PT", 0x38003800));
  EXPECT_EQ(predicate(0), 0xffffffffU);
  EXPECT_EQ(result("HSET2.BF.EQ.AND R0, R1, R2, PT"), 0x3c000000U);
  EXPECT_EQ(result("HSET2.LT.AND R0, R1, R2, PT"), 0x0000ffffU);
  EXPECT_EQ(result("HSET2.BF16_V2.BF.LE.AND R0, R1, R2, PT"), 0x3f803f80U);
}

TEST_F(LaneOps, FloatsToIntegers) {
  set(1, bits(-2.5F));
  EXPECT_EQ(result("F2I.NTZ R0, R1"), static_cast<std::uint32_t>(-2));
  EXPECT_EQ(result("F2I.TRUNC.NTZ R0, -R1"), 2U);
  EXPECT_EQ(result("F2I.FLOOR.NTZ R0, R1"), static_cast<std::uint32_t>(-3));
  EXPECT_EQ(result("F2I.FTZ.U32.CEIL.NTZ R0, -R1"), 3U);
  EXPECT_EQ(result("F2I.U32.TRUNC.NTZ R0, R1"), 0U);
  ASSERT_TRUE(run("F2I.S64.TRUNC R4, R1"));
  EXPECT_EQ(wide(4), static_cast<std::uint64_t>(-2));
  set_double(2, 1e12);
  EXPECT_EQ(result("F2I.F64.TRUNC R0, R2"), 0x7fffffffU);
  set(1, kNan);
  EXPECT_EQ(result("F2I.TRUNC.NTZ R0, R1"), 0U);
  ASSERT_TRUE(run("F2I.U64.TRUNC R4, R1"));
  EXPECT_EQ(wide(4), std::uint64_t{1} << 63U);
  set(1, 0xc100c200);
  EXPECT_EQ(result("F2I.F16.TRUNC.NTZ R0, R1"), static_cast<std::uint32_t>(-3));
}

// A difference borrows nothing where the shifted term is 0, as in IADD3.
TEST_F(LaneOps, CarriesOfShiftedTerms) {
  set(1, 0);
  set(2, 5);
  EXPECT_EQ(result("LEA R0, P0, -R1, R2, 0x2"), 5U);
  EXPECT_EQ(predicate(0), 0xffffffffU);
  set(1, 2);
  EXPECT_EQ(result("LEA R0, P0, -R1, R2, 0x2"), 0xfffffffdU);
  EXPECT_EQ(predicate(0), 0U);
  set(1, 1);
  EXPECT_EQ(result("LEA R0, P0, R1, -R2, 0x2"), 0xffffffffU);
  EXPECT_EQ(predicate(0), 0U);
}

// On an H200.
TEST_F(LaneOps, NarrowIntegersFillTheirRegister) {
  set(1, bits(-200.0F));
  EXPECT_EQ(result("F2I.S8.NTZ R0, R1"), 0xffffff80U);
  EXPECT_EQ(result("F2I.S16.NTZ R0, R1"), 0xffffff38U);
  EXPECT_EQ(result("F2I.U8.NTZ R0, -R1"), 200U);
  EXPECT_EQ(result("F2I.U16.NTZ R0, -R1"), 200U);
}

TEST_F(LaneOps, IntegersToFloats) {
  set(1, 0xfffffffe);
  EXPECT_EQ(result("I2FP.F32.S32 R0, R1"), bits(-2.0F));
  EXPECT_EQ(result("I2F R0, R1"), bits(-2.0F));
  EXPECT_EQ(result("I2FP.F32.U32.RZ R0, R1"), bits(0x1.fffffep31F));
  EXPECT_EQ(result("I2F.U32.RP R0, R1"), bits(0x1p32F));
  EXPECT_EQ(result("I2F.U32.RP R0, 0x20"), bits(32.0F));
  ASSERT_TRUE(run("I2F.F64 R4, R1"));
  EXPECT_EQ(wide(4), bits(-2.0));
  EXPECT_EQ(result("I2F.F16 R0, R1"), 0xc000U);
  set(1, 0x80ff0305);
  EXPECT_EQ(result("I2F.U8 R0, R1"), bits(5.0F));
  EXPECT_EQ(result("I2F.U8 R0, R1.B1"), bits(3.0F));
  EXPECT_EQ(result("I2F.S8 R0, R1.B2"), bits(-1.0F));
  EXPECT_EQ(result("I2F.S16 R0, R1"), bits(773.0F));
}

TEST_F(LaneOps, FloatsToFloats) {
  set_double(2, 1.0 + 0x1p-30);
  EXPECT_EQ(result("F2F.F32.F64 R0, R2"), bits(1.0F));
  EXPECT_EQ(result("F2F.F32.F64.RP R0, R2"), bits(1.0F) + 1);
  set(1, bits(-2.5F));
  ASSERT_TRUE(run("F2F.F64.F32 R4, R1"));
  EXPECT_EQ(wide(4), bits(-2.5));
  EXPECT_EQ(result("FRND R0, R1"), bits(-2.0F));
  EXPECT_EQ(result("FRND.FTZ.FLOOR R0, R1"), bits(-3.0F));
  EXPECT_EQ(result("F2F.F16.F32.RM R0, R1"), 0xc100U);
  set(1, 0x41003c00);
  EXPECT_EQ(result("FRND.F16.CEIL R0, R1.H1"), 0x4200U);
}

TEST_F(LaneOps, Packing) {
  set(1, bits(2.0F));
  set(2, bits(-1.0F));
  set(3, 0x00001234);
  EXPECT_EQ(result("F2FP.F16.F32.PACK_AB R0, R1, R2"), 0x4000bc00U);
  EXPECT_EQ(result("F2FP.RELU.BF16.F32.PACK_AB R0, R1, R2"), 0x40000000U);
  EXPECT_EQ(result("F2FP.RELU.F16.F32.MERGE_C R0, R1, RZ"), 0x4000U);
  EXPECT_EQ(result("F2FP.SATFINITE.E4M3.F32.PACK_AB_MERGE_C R0, R1, R2, R3"), 0x123440b8U);
  set(4, 0xb8400000);
  EXPECT_EQ(result("F2FP.F16.E4M3.UNPACK_B R0, R4.H1"), 0xbc004000U);
  set(5, 300);
  set(6, static_cast<std::uint32_t>(-5));
  EXPECT_EQ(result("I2IP.S8.S32.SAT R0, R5, R6, R3"), 0x12347ffbU);
  EXPECT_EQ(result("I2IP.U4.S32.SAT R0, R5, R6, R3.24"), 0x001234f0U);
  EXPECT_EQ(result("I2I.S8.S32.SAT R0, R5") & 0xffU, 0x7fU);
  EXPECT_EQ(result("F2IP.U8.F32.TRUNC.NTZ R0, R1, R2, R3"), 0x12340200U);
}

// With ones in A, every element of the product is the sum of a column of B.
TEST_F(LaneOps, ProductsOfMatrices) {
  for (std::uint32_t n = 0; n < kLanes; ++n) {
    for (std::uint32_t reg = 4; reg < 8; ++reg) lane(reg, n) = 0x3c003c00;    // A
    lane(8, n) = lane(9, n) = n / 4 == 3 ? 0x40004000 : 0x3c003c00;           // B, column n / 4
    for (std::uint32_t reg = 12; reg < 16; ++reg) lane(reg, n) = bits(0.5F);  // C
  }
  ASSERT_TRUE(run("HMMA.16816.F32 R20, R4, R8, R12"));
  for (std::uint32_t n = 0; n < kLanes; ++n) {
    for (std::uint32_t reg = 20; reg < 24; ++reg) {
      const bool doubled = n % 4 == 1 && reg % 2 == 1;  // column 3
      EXPECT_EQ(lane(reg, n), bits(doubled ? 32.5F : 16.5F)) << n << " " << reg;
    }
  }
  ASSERT_TRUE(run("HMMA.1688.F16 R20, R4, R8, RZ"));
  EXPECT_EQ(lane(20, 0), 0x48004800U);
  EXPECT_EQ(lane(21, 1), 0x4c004800U);
}

TEST_F(LaneOps, ProductsOfWholeNumbersAndBits) {
  set(4, 0xff02ff02);  // -1, 2 twice as signed numbers
  set(5, 0x01010101);
  set(6, 100);
  set(7, 100);
  ASSERT_TRUE(run("IMMA.8816.S8.U8 R0, R4.ROW, R5.COL, R6"));
  EXPECT_EQ(lane(0), 108U);
  ASSERT_TRUE(run("IMMA.8816.U8.U8 R0, R4.ROW, R5.COL, RZ"));
  EXPECT_EQ(lane(0), 8U * 257U);
  set(6, 0x7fffffff);
  ASSERT_TRUE(run("IMMA.8816.U8.U8.SAT R0, R4.ROW, R5.COL, R6"));
  EXPECT_EQ(lane(0), 0x7fffffffU);
  ASSERT_TRUE(run("BMMA.88128.AND.POPC R0, R4.ROW, R5.COL, RZ"));
  EXPECT_EQ(lane(0), 4U * 2U);
  set_double(8, 1.5);
  set_double(10, 2.0);
  set_double(12, 0.25);
  ASSERT_TRUE(run("DMMA.8x8x4 R0, R8, R10, R12"));
  EXPECT_EQ(wide(0), bits(12.25));
  EXPECT_FALSE(run("IMMA.8816.S8 R0, R4.ROW, R5.COL, R6"));
}

TEST_F(LaneOps, AMatrixIsTurned) {
  for (std::uint32_t n = 0; n < kLanes; ++n) lane(1, n) = n * 2 | (n * 2 + 1) << 16U;
  ASSERT_TRUE(run("MOVM.16.MT88 R0, R1"));
  EXPECT_EQ(lane(0, 0), 8U << 16U);         // places 0 and 8
  EXPECT_EQ(lane(0, 5), 17U | 25U << 16U);  // row 1: column 1 of rows 2 and 3
  EXPECT_EQ(lane(0, 31), 55U | 63U << 16U);
}

}  // namespace
}  // namespace lanescope::sass::machine::instructions
