#include "sim/isa/alu.hpp"

#include <gtest/gtest.h>

#include "sim/ptx/parser.hpp"

namespace lanescope::isa {
namespace {

// The first instruction of a kernel with this line in it.
ptx::Instruction instruction(const std::string& line) {
  const std::string text =
      ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n"
      ".reg .pred %p<4>; .reg .b16 %h<8>; .reg .b32 %r<8>; .reg .b64 %d<8>;\n" +
      line + "\nret;\n}\n";
  const ptx::Module module = ptx::parse(text);
  return module.functions.at(0).body.at(0);
}

AluOp bound(const std::string& line) {
  Result<AluOp> op = bind_alu(instruction(line), VectorLevel::Baseline);
  EXPECT_TRUE(op.ok()) << line << ": " << (op.ok() ? "" : op.error().message);
  return op.ok() ? *op : AluOp{};
}

std::string refusal(const std::string& line) {
  const Result<AluOp> op = bind_alu(instruction(line), VectorLevel::Baseline);
  return op.ok() ? "" : op.error().message;
}

TEST(BindAlu, TellsTheTypesOfItsOperands) {
  const AluOp wide = bound("mul.wide.s32 %d1, %r1, %r2;");
  EXPECT_EQ(wide.dst, ptx::Type::S64);
  EXPECT_EQ(wide.src[0], ptx::Type::S32);
  EXPECT_EQ(wide.sources, 2);
  const AluOp select = bound("selp.f32 %r1, %r2, %r3, %p1;");
  EXPECT_EQ(select.dst, ptx::Type::F32);
  EXPECT_EQ(select.src[1], ptx::Type::F32);
  EXPECT_EQ(select.src[2], ptx::Type::Pred);
  const AluOp shift = bound("shl.b64 %d1, %d2, %r1;");
  EXPECT_EQ(shift.src[1], ptx::Type::U32);
}

TEST(BindAlu, FollowsTheOperandsWritten) {
  EXPECT_EQ(bound("setp.lt.s32 %p1, %r1, %r2;").dst2, ptx::Type::None);
  EXPECT_EQ(bound("setp.lt.s32 %p1|%p2, %r1, %r2;").dst2, ptx::Type::Pred);
  EXPECT_EQ(bound("setp.lt.and.s32 %p1, %r1, %r2, !%p3;").sources, 3);
  EXPECT_EQ(bound("mov.b64 %d1, {%r1, %r2};").sources, 2);
  EXPECT_EQ(bound("mov.b64 {%r1, %r2}, %d1;").dst2, ptx::Type::B32);
  EXPECT_EQ(bound("mov.b64 {%h1, %h2, %h3, %h4}, %d1;").more_dst[1], ptx::Type::B16);
}

TEST(BindAlu, SaysWhichOperationsUseTheCarry) {
  EXPECT_TRUE(bound("add.cc.u32 %r1, %r2, %r3;").writes_carry);
  EXPECT_FALSE(bound("add.cc.u32 %r1, %r2, %r3;").reads_carry);
  const AluOp addc = bound("addc.cc.u64 %d1, %d2, %d3;");
  EXPECT_TRUE(addc.writes_carry);
  EXPECT_TRUE(addc.reads_carry);
  EXPECT_EQ(addc.sources, 3);
  EXPECT_FALSE(bound("madc.hi.u32 %r1, %r2, %r3, %r4;").writes_carry);
  EXPECT_EQ(bound("madc.hi.u32 %r1, %r2, %r3, %r4;").sources, 4);
}

TEST(BindAlu, NamesWhatItDoesNotCover) {
  EXPECT_NE(refusal("add.frobnicate.u32 %r1, %r2, %r3;").find("add.frobnicate.u32"),
            std::string::npos);
  EXPECT_NE(refusal("wobble.u32 %r1, %r2, %r3;").find("wobble.u32"), std::string::npos);
  EXPECT_NE(refusal("bar.sync 0;"), "");
  EXPECT_NE(refusal("add.sat.u32 %r1, %r2, %r3;"), "");
  EXPECT_NE(refusal("cvt.rn.satfinite.e2m1x2.f32 %h1, %r2, %r3;"), "");
}

// PTX ISA 9.7.3.11 for sm_100: no sm_90 file can hold it.
TEST(BindAlu, ThreeInputMinimum) {
  const AluOp op = bound("min.f32 %r1, %r2, %r3, %r4;");
  ASSERT_NE(op.full, nullptr);
  alignas(64) std::array<std::uint32_t, 128> file{};
  file[32] = 0x40400000;  // 3
  file[64] = 0x7fc00000;  // NaN counts as absent
  file[96] = 0xbf800000;  // -1
  op.full(reinterpret_cast<std::byte*>(file.data()), {0, 0, {128, 256, 384, 0}, {}});
  EXPECT_EQ(file[0], 0xbf800000U);
}

TEST(Expand, MakesAWordOfEachBit) {
  LaneWords words;
  expand(0x80000005U, words);
  EXPECT_EQ(words.word[0], 0xffffffffU);
  EXPECT_EQ(words.word[1], 0U);
  EXPECT_EQ(words.word[2], 0xffffffffU);
  EXPECT_EQ(words.word[31], 0xffffffffU);
}

}  // namespace
}  // namespace lanescope::isa
