#include <gtest/gtest.h>

#include "sim/sass/instruction.hpp"
#include "sim/sass/roles.hpp"

namespace lanescope::sass {
namespace {

using Kind = Operand::Kind;

Instruction read(std::string_view opcode, std::string_view operands, std::string_view guard = "") {
  auto made = parse_instruction(guard, opcode, operands);
  EXPECT_TRUE(made);
  return made ? *made : Instruction{};
}

TEST(ParseInstruction, OpcodeModifiersAndGuard) {
  const Instruction i = read("LDG.E.64", "R2, desc[UR4][R2.64+0x10]", "@!P1");
  EXPECT_EQ(i.name, "LDG");
  EXPECT_TRUE(i.has("E") && i.has("64"));
  EXPECT_TRUE(i.has_guard && i.guard.negated);
  EXPECT_EQ(i.guard.index, 1U);
}

TEST(ParseInstruction, AddressesAreSums) {
  const Operand global = read("LDG.E", "R0, desc[UR8][R2.64+0x10]").operands[1];
  EXPECT_EQ(global.kind, Kind::Memory);
  EXPECT_EQ(global.base, 2U);
  EXPECT_TRUE(global.wide_base);
  EXPECT_EQ(global.offset, 0x10);
  const Operand shared = read("LDS", "R0, [R3.X4+UR5+-0x8]").operands[1];
  EXPECT_EQ(shared.scale, 4U);
  EXPECT_EQ(shared.uniform, 5U);
  EXPECT_EQ(shared.offset, -8);
}

TEST(ParseInstruction, ConstantsNameBankAndPlace) {
  const Operand place = read("LDC", "R0, c[0x3][R2+0x4]").operands[1];
  EXPECT_EQ(place.kind, Kind::Constant);
  EXPECT_EQ(place.bank, 3U);
  EXPECT_EQ(place.base, 2U);
  EXPECT_EQ(place.offset, 4);
  EXPECT_EQ(read("LDC", "R0, c[0x0][RZ]").operands[1].base, kZeroRegister);
}

TEST(ParseInstruction, MarksOfOperands) {
  const Instruction i = read("FFMA", "R0, -|R1|.reuse, ~R2, -0x4");
  EXPECT_TRUE(i.operands[1].negated && i.operands[1].absolute);
  EXPECT_EQ(i.operands[1].index, 1U);
  EXPECT_TRUE(i.operands[2].inverted);
  EXPECT_EQ(i.operands[3].bits, ~std::uint64_t{3});
  EXPECT_EQ(read("FADD", "R0, R1, -QNAN").operands[2].kind, Kind::Float);
  EXPECT_EQ(read("HFMA2", "R0, R1.H1_H1, R2, R3").operands[1].suffix, "H1_H1");
}

TEST(ParseInstruction, LabelsAndSpaces) {
  const Instruction back = read("RET.REL.NODEC", "R4 `(edges)");
  ASSERT_EQ(back.operands.size(), 2U);
  EXPECT_EQ(back.operands[1].kind, Kind::Label);
  EXPECT_EQ(back.operands[1].text, "edges");
  EXPECT_EQ(read("BRX", "R2 -0xd0").operands.size(), 2U);
}

TEST(Roles, DestinationsStandFirst) {
  EXPECT_EQ(shape_of(read("IADD3", "R4, P0, R2, R6, RZ")).first_source(), 2U);
  EXPECT_EQ(shape_of(read("ISETP.GE.AND", "P0, PT, R5, R4, PT")).first_source(), 2U);
  EXPECT_EQ(shape_of(read("SHFL.IDX", "PT, R3, R4, R5, 0x1f")).first_source(), 2U);
  EXPECT_EQ(shape_of(read("VOTE.ANY", "R2, PT, P0")).first_source(), 2U);
  EXPECT_EQ(shape_of(read("STG.E", "desc[UR4][R2.64], R5")).first_source(), 0U);
}

TEST(Roles, PairsSpanTwoRegisters) {
  const engine::InstructionInfo info = info_of(read("IMAD.WIDE.U32", "R4, R2, 0x4, R6"));
  std::vector<std::uint32_t> written, read_ones;
  for (const engine::Operand& operand : info.operands)
    (operand.role == engine::Role::Write ? written : read_ones).push_back(operand.reg);
  EXPECT_EQ(written, (std::vector<std::uint32_t>{4, 5}));
  EXPECT_EQ(read_ones, (std::vector<std::uint32_t>{2, 6, 7}));
}

// As nvdisasm 13.0 writes what nvlink has put into place.
TEST(ParseInstruction, KnowsHalvesOfAddresses) {
  const Operand low = read("UMOV", "UR4, 32@lo(total)").operands[1];
  EXPECT_EQ(low.kind, Kind::Address);
  EXPECT_EQ(low.text, "total");
  EXPECT_FALSE(low.upper);
  const Operand high = read("MOV", "R21, 32@hi((_Z3usePi + .L_x_0@srel))").operands[1];
  EXPECT_EQ(high.kind, Kind::Address);
  EXPECT_EQ(high.text, ".L_x_0");
  EXPECT_TRUE(high.upper);
  EXPECT_EQ(read("MOV", "R2, 32@lo((table + 0x10))").operands[1].offset, 16);
}

}  // namespace
}  // namespace lanescope::sass
