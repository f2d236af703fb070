#include "sim/ptx/constants.hpp"

#include <bit>

#include <gtest/gtest.h>

namespace lanescope::ptx {
namespace {

struct Value {
  std::vector<Diagnostic> diagnostics;
  std::optional<Constant> constant;
};

Value evaluate(std::string_view text) {
  Value out;
  Cursor cursor(text, out.diagnostics);
  out.constant = parse_constant(cursor);
  return out;
}

struct Row {
  std::string_view text;
  std::int64_t value;
};

// The host's compiler computes the right column: PTX expressions are C's (PTX ISA 4.5).
constexpr Row kRows[] = {
    {"1 + 2 * 3", 1 + 2 * 3},
    {"(1 + 2) * 3", (1 + 2) * 3},
    {"10 - 4 - 3", 10 - 4 - 3},
    {"7 / 2 % 2", 7 / 2 % 2},
    {"-7 / 2", -7 / 2},
    {"-7 % 3", -7 % 3},
    {"1 << 4 + 1", 1 << (4 + 1)},
    {"-16 >> 2", -4},
    {"0xF0 | 0x0F & 0x3C ^ 1", 0xF0 | ((0x0F & 0x3C) ^ 1)},
    {"~0", -1},
    {"!3", 0},
    {"!0 + 1", 2},
    {"- -5", 5},
    {"+-4", -4},
    {"3 < 4 == 1", 1},
    {"5 >= 6 || 2 != 2", 0},
    {"1 && 0 || 1", 1},
    {"0 ? 1 : 2 ? 3 : 4", 3},
    {"(1 ? 2 : 3) + 1", 3},
    {"-1 < 0", 1},
    {"(.u64) -1 < 0", 0},
    {"(.s64) 0xffffffffffffffff < 0", 1},
    {"-1 >> 60", -1},
    {"(.u64) -1 >> 60", 15},
    {"0x8000000000000000 >> 63", 1},
    {"WARP_SZ * 2", 64},
    {"1.5 < 2", 1},
};

TEST(PtxConstants, IntegersFollowCsOperatorsAndPrecedence) {
  for (const Row& row : kRows) {
    const Value got = evaluate(row.text);
    ASSERT_TRUE(got.constant) << row.text;
    EXPECT_EQ(got.constant->kind, Constant::Kind::Integer) << row.text;
    EXPECT_EQ(got.constant->as_signed(), row.value) << row.text;
    EXPECT_TRUE(got.diagnostics.empty()) << row.text;
  }
}

TEST(PtxConstants, FloatingPointKeepsItsPattern) {
  const auto minus = evaluate("-0f3F800000").constant;
  ASSERT_TRUE(minus);
  EXPECT_EQ(minus->kind, Constant::Kind::Float32);
  EXPECT_EQ(minus->bits, 0xbf800000U);
  const auto nan = evaluate("0f7FC00001").constant;
  ASSERT_TRUE(nan);
  EXPECT_EQ(nan->bits, 0x7fc00001U);
  const auto sum = evaluate("1.5 + 2").constant;
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->kind, Constant::Kind::Float64);
  EXPECT_EQ(sum->bits, std::bit_cast<std::uint64_t>(3.5));
}

TEST(PtxConstants, OnlyTheBareWordIsTheWarpSize) {
  EXPECT_TRUE(evaluate("WARP_SZ").constant->is_warp_size);
  EXPECT_FALSE(evaluate("WARP_SZ + 0").constant->is_warp_size);
}

TEST(PtxConstants, WhatHasNoValueIsAnErrorAtItsPlace) {
  struct Bad {
    std::string_view text;
    std::uint32_t column;
    std::string_view message;
  };
  constexpr Bad kBad[] = {
      {"1 / 0", 3, "division by zero in a constant expression"},
      {"1 % (2 - 2)", 3, "division by zero in a constant expression"},
      {"1.5 % 2", 5, "this operator does not work on floating point"},
      {"~1.5", 1, "'~' does not work on floating point"},
      {"(1 + ", 6, "expected a constant, found the end of the file"},
      {"(1 + 2;", 7, "expected ')' after an expression, found ';'"},
      {"1 ? 2;", 6, "expected ':' in a conditional expression, found ';'"},
      {"1 + foo", 5, "expected a constant, found 'foo'"},
  };
  for (const Bad& bad : kBad) {
    const Value got = evaluate(bad.text);
    EXPECT_FALSE(got.constant) << bad.text;
    ASSERT_EQ(got.diagnostics.size(), 1U) << bad.text;
    EXPECT_EQ(got.diagnostics[0].message, bad.message) << bad.text;
    EXPECT_EQ(got.diagnostics[0].position.column, bad.column) << bad.text;
  }
}

TEST(PtxConstants, DeepNestingIsAnErrorAndNoCrash) {
  for (const std::string_view one : {"(", "-", "!", "1 ? ", "(1 + "}) {
    std::string text;
    for (int i = 0; i < 200000; ++i) text += one;
    const Value got = evaluate(text + "1");
    EXPECT_FALSE(got.constant) << one;
    ASSERT_FALSE(got.diagnostics.empty()) << one;
    EXPECT_EQ(got.diagnostics[0].message, "expression nested too deeply") << one;
  }
}

}  // namespace
}  // namespace lanescope::ptx
