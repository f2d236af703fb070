#include <cstring>

#include <gtest/gtest.h>

#include "tests/sim/ptx/text.hpp"

namespace lanescope::ptx::test {
namespace {

Module parse_module(std::string_view items) { return parse(std::string(kHead).append(items)); }

std::vector<int> bytes_of(const Variable& variable) {
  std::vector<int> out;
  for (const std::byte one : variable.initial) out.push_back(std::to_integer<int>(one));
  return out;
}

struct Shape {
  std::string_view text;
  Space space;
  Type type;
  std::uint32_t vector_size;
  std::uint32_t alignment;
  std::uint64_t size;
  bool is_extern;
};

constexpr Shape kShapes[] = {
    {".global .u32 x;", Space::Global, Type::U32, 1, 4, 4, false},
    {".visible .global .align 16 .b8 x[40];", Space::Global, Type::B8, 1, 16, 40, false},
    {".const .align 4 .f32 x[3][5];", Space::Const, Type::F32, 1, 4, 60, false},
    {".extern .shared .align 16 .b8 x[];", Space::Shared, Type::B8, 1, 16, 0, true},
    {".shared .v4 .f32 x[2];", Space::Shared, Type::F32, 4, 16, 32, false},
    {".weak .global .v2 .b16 x;", Space::Global, Type::B16, 2, 4, 4, false},
    {".global .b128 x[2];", Space::Global, Type::B128, 1, 16, 32, false},
    {".global .attribute(.managed) .align 4 .u32 x;", Space::Global, Type::U32, 1, 4, 4, false},
    {".common .global .f64 x;", Space::Global, Type::F64, 1, 8, 8, false},
    {".global .texref x;", Space::Global, Type::None, 1, 8, 8, false},
};

TEST(PtxVariables, SpaceTypeAlignmentAndSize) {
  for (const Shape& row : kShapes) {
    const Module module = parse_module(row.text);
    ASSERT_EQ(problems(module), "") << row.text;
    ASSERT_EQ(module.variables.size(), 1U) << row.text;
    const Variable& got = module.variables[0];
    EXPECT_EQ(got.name, "x") << row.text;
    EXPECT_EQ(got.space, row.space) << row.text;
    EXPECT_EQ(got.type, row.type) << row.text;
    EXPECT_EQ(got.vector_size, row.vector_size) << row.text;
    EXPECT_EQ(got.alignment, row.alignment) << row.text;
    EXPECT_EQ(got.size, row.size) << row.text;
    EXPECT_EQ(got.is_extern, row.is_extern) << row.text;
    EXPECT_TRUE(got.initial.empty()) << row.text;
    EXPECT_EQ(got.position.line, 4U) << row.text;
  }
}

struct Bytes {
  std::string_view text;
  std::vector<int> bytes;
};

TEST(PtxVariables, InitialValuesAreLittleEndianAndFilledWithZeros) {
  const Bytes rows[] = {
      {".global .u32 x = 7;", {7, 0, 0, 0}},
      {".global .s16 x = -2;", {0xfe, 0xff}},
      {".global .b8 x[4] = {1, 2};", {1, 2, 0, 0}},
      {".global .b8 x[] = {3, 4, 5};", {3, 4, 5}},
      {".global .b8 x[2][3] = {{1}, {4, 5, 6}};", {1, 0, 0, 4, 5, 6}},
      {".global .b8 x[2][3] = {1, 2, 3, 4};", {1, 2, 3, 4, 0, 0}},
      {".global .b8 x[][2] = {{1}, {2}, {3, 4}};", {1, 0, 2, 0, 3, 4}},
      {".global .b8 x[3] = {};", {0, 0, 0}},
      {".global .v2 .b8 x[2] = {{1, 2}, {3}};", {1, 2, 3, 0}},
      {".const .f32 x = 0f3F800000;", {0, 0, 0x80, 0x3f}},
      {".const .f32 x = 1.0;", {0, 0, 0x80, 0x3f}},
      {".const .f32 x[2] = {-2, 0f7FC00001};", {0, 0, 0, 0xc0, 1, 0, 0xc0, 0x7f}},
      {".const .f64 x = 0d4000000000000000;", {0, 0, 0, 0, 0, 0, 0, 0x40}},
      {".const .f64 x = 0f3F800000;", {0, 0, 0, 0, 0, 0, 0xf0, 0x3f}},
      {".global .u16 x = (1 << 8) + 0x21;", {0x21, 1}},
      {".global .b128 x = -3;",
       {0xfd, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255}},
  };
  for (const Bytes& row : rows) {
    const Module module = parse_module(row.text);
    ASSERT_EQ(problems(module), "") << row.text;
    ASSERT_EQ(module.variables.size(), 1U) << row.text;
    EXPECT_EQ(bytes_of(module.variables[0]), row.bytes) << row.text;
    EXPECT_EQ(module.variables[0].size, row.bytes.size()) << row.text;
  }
}

TEST(PtxVariables, AddressesBecomeRelocations) {
  const Module module = parse_module(
      ".global .b8 text[4];\n"
      ".func f;\n"
      ".global .u64 x[5] = {5, generic(text)+2, text, f, generic(text-1)+4};\n");
  ASSERT_EQ(problems(module), "");
  const Variable& x = module.variables.at(1);
  EXPECT_EQ(x.initial.size(), 40U);
  EXPECT_EQ(std::to_integer<int>(x.initial[0]), 5);
  struct Expected {
    std::uint64_t offset;
    std::string_view symbol;
    std::int64_t addend;
    bool generic;
  };
  constexpr Expected kExpected[] = {
      {8, "text", 2, true}, {16, "text", 0, false}, {24, "f", 0, false}, {32, "text", 3, true}};
  ASSERT_EQ(x.relocations.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(x.relocations[i].offset, kExpected[i].offset) << i;
    EXPECT_EQ(x.relocations[i].size, 8U) << i;
    EXPECT_EQ(x.relocations[i].symbol, kExpected[i].symbol) << i;
    EXPECT_EQ(x.relocations[i].addend, kExpected[i].addend) << i;
    EXPECT_EQ(x.relocations[i].generic, kExpected[i].generic) << i;
  }
}

// A packed struct, as NVRTC 13.0 writes it: the address of p at byte 1.
TEST(PtxVariables, MaskedBytesOfAnAddressBecomeOneRelocation) {
  const Module module = parse_module(
      ".global .b8 p[8];\n"
      ".global .align 1 .u8 x[10] = {3, 0XFF(generic(p)+4), 0xFF00(generic(p)+4), "
      "0xFF0000(generic(p)+4), 0xFF000000(generic(p)+4), 0xFF00000000(generic(p)+4), "
      "0xFF0000000000(generic(p)+4), 0xFF000000000000(generic(p)+4), "
      "0xFF00000000000000(generic(p)+4), 9};\n");
  ASSERT_EQ(problems(module), "");
  const Variable& x = module.variables.at(1);
  EXPECT_EQ(bytes_of(x), (std::vector<int>{3, 0, 0, 0, 0, 0, 0, 0, 0, 9}));
  ASSERT_EQ(x.relocations.size(), 1U);
  EXPECT_EQ(x.relocations[0].offset, 1U);
  EXPECT_EQ(x.relocations[0].size, 8U);
  EXPECT_EQ(x.relocations[0].addend, 4);
  EXPECT_TRUE(x.relocations[0].generic);
}

TEST(PtxVariables, ADefinitionTakesThePlaceOfItsDeclaration) {
  const Module module = parse_module(
      ".extern .global .u32 x;\n"
      ".visible .global .u32 x = 1;\n"
      ".extern .global .u32 x;\n");
  ASSERT_EQ(problems(module), "");
  ASSERT_EQ(module.variables.size(), 1U);
  EXPECT_FALSE(module.variables[0].is_extern);
  EXPECT_EQ(module.variables[0].initial.size(), 4U);
}

TEST(PtxVariables, SeveralNamesShareOneType) {
  const Module module = parse_module(".global .u16 a, b[2] = {1, 2}, c;");
  ASSERT_EQ(problems(module), "");
  ASSERT_EQ(module.variables.size(), 3U);
  EXPECT_EQ(module.variables[1].size, 4U);
  EXPECT_EQ(module.variables[2].name, "c");
}

TEST(PtxRegisters, OnlyTheNamedOnesOfARangeExist) {
  const Module module = parse(kernel_text("mov.u32 %r7, %r0;"));
  ASSERT_EQ(problems(module), "");
  const auto& registers = kernel_of(module).registers;
  ASSERT_EQ(registers.size(), 2U);
  EXPECT_EQ(registers[0].name, "%r7");
  EXPECT_EQ(registers[1].name, "%r0");
  EXPECT_EQ(registers[1].type, Type::B32);
}

TEST(PtxRegisters, InnerScopesHideOuterOnes) {
  const Module module = parse(
      kernel_text("{ .reg .f64 %r<4>; .reg .pred p; mov.f64 %r1, %r2; setp.eq.f64 p, %r1, %r2; }\n"
                  "{ .reg .b16 p; mov.u16 p, 1; mov.u32 %r1, 2; }"));
  ASSERT_EQ(problems(module), "");
  const Function& kernel = kernel_of(module);
  const auto type = [&](std::size_t instruction, std::size_t operand) {
    return kernel.registers.at(kernel.body.at(instruction).operands.at(operand).index).type;
  };
  EXPECT_EQ(type(0, 0), Type::F64);
  EXPECT_EQ(type(1, 0), Type::Pred);
  EXPECT_EQ(type(2, 0), Type::B16);
  EXPECT_EQ(type(3, 0), Type::B32);
}

}  // namespace
}  // namespace lanescope::ptx::test
