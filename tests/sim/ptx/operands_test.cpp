#include <gtest/gtest.h>

#include "tests/sim/ptx/text.hpp"

namespace lanescope::ptx::test {
namespace {

using OperandKind = Operand::Kind;

class PtxOperands : public ::testing::Test {
 protected:
  // The operands of the first instruction of a kernel with this body.
  const std::vector<Operand>& operands(std::string_view body) {
    module_ = parse(kernel_text(body));
    EXPECT_EQ(problems(module_), "") << body;
    EXPECT_FALSE(kernel_of(module_).body.empty()) << body;
    return kernel_of(module_).body.front().operands;
  }
  [[nodiscard]] std::string register_name(const Operand& operand) const {
    EXPECT_EQ(operand.kind, OperandKind::Register);
    return kernel_of(module_).registers.at(operand.index).name;
  }
  [[nodiscard]] std::string local_name(const Operand& operand) const {
    EXPECT_EQ(operand.kind, OperandKind::LocalVariable);
    return kernel_of(module_).variables.at(operand.index).name;
  }

  Module module_;
};

TEST_F(PtxOperands, RegistersAndIntegers) {
  const auto& got = operands("add.s32 %r1, %r2, -5;");
  ASSERT_EQ(got.size(), 3U);
  EXPECT_EQ(register_name(got[0]), "%r1");
  EXPECT_EQ(register_name(got[1]), "%r2");
  EXPECT_EQ(got[2].kind, OperandKind::Integer);
  EXPECT_EQ(got[2].bits, 0xfffffffffffffffbU);
  EXPECT_EQ(kernel_of(module_).registers.at(got[0].index).type, Type::B32);
}

TEST_F(PtxOperands, ImmediatesOfEveryNotation) {
  struct Immediate {
    std::string_view text;
    OperandKind kind;
    Type type;
    std::uint64_t bits;
  };
  constexpr Immediate kRows[] = {
      {"0x1F", OperandKind::Integer, Type::None, 31},
      {"0b101", OperandKind::Integer, Type::None, 5},
      {"017", OperandKind::Integer, Type::None, 15},
      {"4000000000U", OperandKind::Integer, Type::None, 4000000000},
      {"(1 << 5) - 1", OperandKind::Integer, Type::None, 31},
      {"WARP_SZ - 1", OperandKind::Integer, Type::None, 31},
      {"-WARP_SZ", OperandKind::Integer, Type::None, 0xffffffffffffffe0},
      {"0f3F800000", OperandKind::Float, Type::F32, 0x3f800000},
      {"-0f3F800000", OperandKind::Float, Type::F32, 0xbf800000},
      {"0d3FF0000000000000", OperandKind::Float, Type::F64, 0x3ff0000000000000},
      {"1.5", OperandKind::Float, Type::F64, 0x3ff8000000000000},
      {"-2.5e1", OperandKind::Float, Type::F64, 0xc039000000000000},
  };
  for (const Immediate& row : kRows) {
    const auto& got = operands("mov.b64 %rd1, " + std::string(row.text) + ";");
    ASSERT_EQ(got.size(), 2U) << row.text;
    EXPECT_EQ(got[1].kind, row.kind) << row.text;
    EXPECT_EQ(got[1].type, row.type) << row.text;
    EXPECT_EQ(got[1].bits, row.bits) << row.text;
    EXPECT_EQ(got[1].name, "") << row.text;
  }
}

TEST_F(PtxOperands, SpecialRegistersKeepTheirComponent) {
  constexpr std::string_view kNames[] = {"tid.x",
                                         "ntid.y",
                                         "ctaid.z",
                                         "laneid",
                                         "clock64",
                                         "lanemask_lt",
                                         "envreg31",
                                         "pm7",
                                         "pm0_64",
                                         "globaltimer_lo",
                                         "dynamic_smem_size",
                                         "cluster_ctarank",
                                         "reserved_smem_offset_1"};
  for (const std::string_view name : kNames) {
    const auto& got = operands("mov.u32 %r1, %" + std::string(name) + ";");
    ASSERT_EQ(got.size(), 2U);
    EXPECT_EQ(got[1].kind, OperandKind::SpecialRegister) << name;
    EXPECT_EQ(got[1].name, name);
  }
}

// The model's warp size is a choice: a bare WARP_SZ is asked of the machine.
TEST_F(PtxOperands, TheWarpSizeIsASpecialRegister) {
  const auto& got = operands("mov.u32 %r1, WARP_SZ;");
  EXPECT_EQ(got[1].kind, OperandKind::SpecialRegister);
  EXPECT_EQ(got[1].name, "WARP_SZ");
}

TEST_F(PtxOperands, AddressesOfVariablesAndFunctions) {
  const auto& global = operands("mov.u64 %rd1, table+8;");
  EXPECT_EQ(global[1].kind, OperandKind::ModuleVariable);
  EXPECT_EQ(global[1].offset, 8);
  EXPECT_EQ(module_.variables.at(global[1].index).name, "table");
  const auto& shared = operands("mov.u32 %r1, tile - 4;");
  EXPECT_EQ(local_name(shared[1]), "tile");
  EXPECT_EQ(shared[1].offset, -4);
  const auto& function = operands("mov.u64 %rd1, helper;");
  EXPECT_EQ(function[1].kind, OperandKind::Function);
  EXPECT_EQ(module_.functions.at(function[1].index).name, "helper");
}

TEST_F(PtxOperands, MemoryHasABaseAndAnOffset) {
  struct Place {
    std::string_view text;
    OperandKind base;
    std::int64_t offset;
  };
  constexpr Place kRows[] = {
      {"[%rd1]", OperandKind::Register, 0},        {"[%rd1+4]", OperandKind::Register, 4},
      {"[%rd1+-4]", OperandKind::Register, -4},    {"[%rd1 - 8]", OperandKind::Register, -8},
      {"[%rd1+0x10]", OperandKind::Register, 16},  {"[%rd1+2*8]", OperandKind::Register, 16},
      {"[table]", OperandKind::ModuleVariable, 0}, {"[table+8]", OperandKind::ModuleVariable, 8},
      {"[tile+4]", OperandKind::LocalVariable, 4}, {"[k_param_0]", OperandKind::LocalVariable, 0},
      {"[4096]", OperandKind::Integer, 0},
  };
  for (const Place& row : kRows) {
    const auto& got = operands("ld.b32 %r1, " + std::string(row.text) + ";");
    ASSERT_EQ(got.size(), 2U) << row.text;
    ASSERT_EQ(got[1].kind, OperandKind::Memory) << row.text;
    ASSERT_EQ(got[1].elements.size(), 1U) << row.text;
    EXPECT_EQ(got[1].elements[0].kind, row.base) << row.text;
    EXPECT_EQ(got[1].elements[0].offset, 0) << row.text;
    EXPECT_EQ(got[1].offset, row.offset) << row.text;
  }
  EXPECT_EQ(operands("ld.b32 %r1, [4096];")[1].elements[0].bits, 4096U);
}

TEST_F(PtxOperands, VectorsAndSinks) {
  const auto& got = operands("ld.global.v4.f32 {%f1, _, %f2, 0f00000000}, [%rd1];");
  ASSERT_EQ(got[0].kind, OperandKind::Vector);
  ASSERT_EQ(got[0].elements.size(), 4U);
  EXPECT_EQ(register_name(got[0].elements[0]), "%f1");
  EXPECT_EQ(got[0].elements[1].kind, OperandKind::Sink);
  EXPECT_EQ(register_name(got[0].elements[2]), "%f2");
  EXPECT_EQ(got[0].elements[3].kind, OperandKind::Float);
}

TEST_F(PtxOperands, TextureAddressesHoldTheCoordinatesBehindTheBase) {
  const auto& got = operands("tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [%rd1, {%f5, %f6}];");
  ASSERT_EQ(got[1].kind, OperandKind::Memory);
  ASSERT_EQ(got[1].elements.size(), 2U);
  EXPECT_EQ(register_name(got[1].elements[0]), "%rd1");
  EXPECT_EQ(got[1].elements[1].kind, OperandKind::Vector);
}

TEST_F(PtxOperands, TwoDestinations) {
  const auto& got = operands("shfl.sync.down.b32 %r1|%p1, %r2, 16, 31, -1;");
  ASSERT_EQ(got[0].kind, OperandKind::Lanes);
  EXPECT_EQ(register_name(got[0].elements[0]), "%r1");
  EXPECT_EQ(register_name(got[0].elements[1]), "%p1");
  const auto& sink = operands("setp.lt.s32 _|%p1, %r2, 16;");
  EXPECT_EQ(sink[0].elements[0].kind, OperandKind::Sink);
}

TEST_F(PtxOperands, NegatedRegisters) {
  const auto& got = operands("selp.b32 %r1, %r2, -%r3, !%p1;");
  EXPECT_FALSE(got[1].negated);
  EXPECT_TRUE(got[2].negated);
  EXPECT_EQ(register_name(got[2]), "%r3");
  EXPECT_TRUE(got[3].negated);
  EXPECT_EQ(register_name(got[3]), "%p1");
}

TEST_F(PtxOperands, SelectorsOfVideoInstructions) {
  const auto& got = operands("vadd.u32.u32.u32.add %r1, %r2.b3, %r3.h1, %r4;");
  EXPECT_EQ(register_name(got[1]), "%r2");
  EXPECT_EQ(got[1].name, "b3");
  EXPECT_EQ(got[2].name, "h1");
  EXPECT_EQ(got[3].name, "");
}

TEST_F(PtxOperands, VectorRegistersAreTheirComponents) {
  const auto& got = operands(".reg .v4 .f32 %v<2>; mov.v4.f32 %v1, {%f1, %f2, %f3, %f4};");
  ASSERT_EQ(got[0].kind, OperandKind::Vector);
  ASSERT_EQ(got[0].elements.size(), 4U);
  EXPECT_EQ(register_name(got[0].elements[3]), "%v1.w");
  const auto& one = operands(".reg .v2 .b32 %v; mov.b32 %r1, %v.y;");
  EXPECT_EQ(register_name(one[1]), "%v.y");
}

TEST_F(PtxOperands, LabelsPointAtTheNextInstruction) {
  const auto& got = operands("bra $end; mov.u32 %r1, 0; $end: ret;");
  EXPECT_EQ(got[0].kind, OperandKind::Label);
  EXPECT_EQ(got[0].index, 2U);
  EXPECT_EQ(got[0].name, "$end");
  const auto& last = operands("bra end; end:");
  EXPECT_EQ(last[0].index, 1U);
}

TEST_F(PtxOperands, BranchTargetLists) {
  const auto& got = operands(
      "ts: .branchtargets $a, $b, $a;\n"
      "brx.idx.uni %r1, ts;\n"
      "$a: ret;\n"
      "$b: exit;");
  EXPECT_EQ(got[1].kind, OperandKind::BranchTargets);
  const Function& function = kernel_of(module_);
  ASSERT_EQ(function.branch_targets.size(), 1U);
  const auto& list = function.branch_targets[got[1].index];
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(function.labels[list[0]].name, "$a");
  EXPECT_EQ(function.labels[list[0]].at, 1U);
  EXPECT_EQ(function.labels[list[1]].at, 2U);
  EXPECT_EQ(list[2], list[0]);
}

TEST_F(PtxOperands, CallsListReturnsCalleeArgumentsAndPrototype) {
  const auto& plain = operands(
      "{ .param .b32 a; .param .b32 r;\n"
      "call.uni (r), helper, (a, 4); }");
  ASSERT_EQ(plain.size(), 3U);
  EXPECT_EQ(plain[0].kind, OperandKind::List);
  EXPECT_EQ(local_name(plain[0].elements.at(0)), "r");
  EXPECT_EQ(plain[1].kind, OperandKind::Function);
  ASSERT_EQ(plain[2].elements.size(), 2U);
  EXPECT_EQ(local_name(plain[2].elements[0]), "a");
  EXPECT_EQ(plain[2].elements[1].kind, OperandKind::Integer);

  const auto& indirect = operands(
      "p0: .callprototype (.param .b32 _) _ (.param .b64 _, .param .b32 _);\n"
      "call (%r1), %rd1, (%rd2, %r2), p0;");
  ASSERT_EQ(indirect.size(), 4U);
  EXPECT_EQ(register_name(indirect[1]), "%rd1");
  EXPECT_EQ(indirect[3].kind, OperandKind::CallPrototype);
  const Prototype& prototype = kernel_of(module_).prototypes.at(indirect[3].index);
  EXPECT_EQ(prototype.name, "p0");
  ASSERT_EQ(prototype.parameters.size(), 2U);
  EXPECT_EQ(prototype.parameters[0].size, 8U);
  EXPECT_EQ(prototype.returns.size(), 1U);

  EXPECT_EQ(operands("call helper;").size(), 1U);
}

TEST_F(PtxOperands, CallTargetsGiveTheSignatureOfTheirFunctions) {
  const auto& got = operands("ts: .calltargets helper;\ncall (%r1), %rd1, (%r2), ts;");
  ASSERT_EQ(got[3].kind, OperandKind::CallPrototype);
  const Prototype& prototype = kernel_of(module_).prototypes.at(got[3].index);
  ASSERT_EQ(prototype.parameters.size(), 1U);
  EXPECT_EQ(prototype.parameters[0].name, "in");
}

}  // namespace
}  // namespace lanescope::ptx::test
