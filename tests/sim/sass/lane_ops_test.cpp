#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/code/program.hpp"
#include "sim/engine/plan.hpp"
#include "sim/isa/alu.hpp"
#include "sim/isa/lanes/interpolator.hpp"
#include "sim/ptx/parser.hpp"
#include "sim/sass/machine/bind.hpp"
#include "sim/sass/machine/machine.hpp"
#include "sim/sass/program.hpp"

// One instruction at a time, on registers of one warp. What whole kernels give is compared with the
// values of an H200 elsewhere (tests/sim/isa/rows).
namespace lanescope::sass::machine {
namespace {

constexpr std::uint32_t kNan = 0x7fffffff;

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }
std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

std::shared_ptr<const code::Program> empty_kernel() {
  static const auto kProgram = [] {
    const auto module = std::make_shared<const ptx::Module>(
        ptx::parse(".version 8.0\n.target sm_90\n.address_size 64\n"
                   ".visible .entry test() { ret; }\n"));
    return *code::Program::decode(module, "test");
  }();
  return kProgram;
}

// "FADD R0, R1, 1.5" with the word that its encoding has for the immediate.
std::shared_ptr<const Program> program_of(const std::string& text, std::uint32_t immediate) {
  Function function;
  function.name = "test";
  Line line;
  const std::size_t space = text.find(' ');
  line.opcode = text.substr(0, space);
  line.operands = text.substr(space + 1);
  function.lines.push_back(line);
  function.code.resize(16);
  std::memcpy(function.code.data() + 4, &immediate, sizeof immediate);
  KernelCode code;
  code.registers = 64;
  code.functions.push_back(function);
  return *Program::make(std::move(code), empty_kernel());
}

class LaneOps : public testing::Test {
 protected:
  LaneOps() : machine_(std::make_shared<engine::Plan>(), {}) {
    warp_.rows.resize(256);
    warp_.predicates[kTrue] = 0xffffffff;
    warp_.groups.resize(1);
  }

  std::uint32_t& lane(std::uint32_t reg, std::uint32_t lane = 0) {
    return warp_.rows[reg].lane[lane];
  }
  void set(std::uint32_t reg, std::uint32_t value) { warp_.rows[reg].lane.fill(value); }
  void set_double(std::uint32_t reg, double value) {
    set(reg, static_cast<std::uint32_t>(bits(value)));
    set(reg + 1, static_cast<std::uint32_t>(bits(value) >> 32U));
  }
  std::uint64_t wide(std::uint32_t reg) { return std::uint64_t{lane(reg + 1)} << 32U | lane(reg); }
  std::uint32_t& predicate(std::uint32_t index) { return warp_.predicates[index]; }

  // False: it is not covered.
  bool run(const std::string& text, std::uint32_t immediate = 0,
           std::uint32_t executed = 0xffffffffU) {
    const auto program = program_of(text, immediate);
    const auto code = bind(*program);
    const Op& op = code->ops.front();
    if (!is_covered(op)) return false;
    machine_.program = program.get();
    machine_.code = code.get();
    Issue issue{machine_, block_, warp_, op, 0, 0xffffffffU, executed};
    return op.handler(issue) == Next::Advance;
  }

  // R0 afterwards, of lane 0.
  std::uint32_t result(const std::string& text, std::uint32_t immediate = 0) {
    set(0, 0xdeadbeef);
    EXPECT_TRUE(run(text, immediate)) << text;
    return lane(0);
  }

 private:
  Machine machine_;
  Block block_;
  Warp warp_;
};

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
  for (int round = 0; round < 2000; ++round) {
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
}  // namespace lanescope::sass::machine
