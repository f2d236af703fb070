#include <gtest/gtest.h>

#include "sim/sass/instruction.hpp"
#include "sim/sass/roles.hpp"

namespace lanescope::sass {
namespace {

Instruction parsed(std::string_view opcode, std::string_view operands) {
  return parse_instruction("", opcode, operands).value();
}

TEST(SassOperandMarks, ReuseVanishesBeforeOtherMarks) {
  const Instruction i = parsed("HADD2", "R1, |R0|.reuse.H0_H0, -R4.reuse.H1_H1");
  EXPECT_TRUE(i.operands[1].absolute);
  EXPECT_EQ(i.operands[1].index, 0U);
  EXPECT_EQ(i.operands[1].suffix, "H0_H0");
  EXPECT_TRUE(i.operands[2].negated);
  EXPECT_EQ(i.operands[2].suffix, "H1_H1");
}

TEST(SassOperandMarks, SignsAreMarksOfRegisters) {
  const Instruction i = parsed("PLOP3.LUT", "P1, PT, R0.SIGN, R15.reuse.SIGN, P2, 0x2, 0x0");
  EXPECT_EQ(i.operands[3].kind, Operand::Kind::Register);
  EXPECT_EQ(i.operands[3].index, 15U);
  EXPECT_EQ(i.operands[3].suffix, "SIGN");
  EXPECT_EQ(shape_of(i).first_source(), 2U);
}

TEST(SassOperandMarks, ConstantsHaveMarksToo) {
  const Instruction i =
      parsed("PLOP3.LUT", "P1, PT, R49.SIGN, c[0x2] [0x8].SIGN, R6.SIGN, 0x20, 0x0");
  ASSERT_EQ(i.operands.size(), 7U);
  EXPECT_EQ(i.operands[3].kind, Operand::Kind::Constant);
  EXPECT_EQ(i.operands[3].bank, 2U);
  EXPECT_EQ(i.operands[3].offset, 8);
  EXPECT_EQ(i.operands[3].suffix, "SIGN");
  EXPECT_EQ(parsed("HADD2", "R1, R0, c[0x0][0x178].H1_H1").operands[2].suffix, "H1_H1");
}

TEST(SassOperandMarks, ElementsSayHowManyBytesAnAtomicHas) {
  EXPECT_EQ(access_bytes(parsed("REDG.E.ADD.F32x4.FTZ.RN", "[R4.64], R8")), 16U);
  EXPECT_EQ(access_bytes(parsed("REDG.E.ADD.BF16x4.RN", "[R4.64], R8")), 8U);
  EXPECT_EQ(access_bytes(parsed("REDG.E.ADD.F16x2.RN", "[R4.64], R8")), 4U);
}

TEST(SassOperandMarks, ResultsOfBarriersGoToThePredicate) {
  EXPECT_EQ(shape_of(parsed("B2R.RESULT", "RZ, P2")).first_source(), 2U);
}

}  // namespace
}  // namespace lanescope::sass
