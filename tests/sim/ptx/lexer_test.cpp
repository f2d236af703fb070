#include "sim/ptx/lexer.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace lanescope::ptx {
namespace {

using TokenKind = Token::Kind;

std::vector<Token> cut(std::string_view text) {
  Lexer lexer(text);
  std::vector<Token> tokens;
  do {
    tokens.push_back(lexer.next());
  } while (tokens.back().kind != TokenKind::End && tokens.size() <= text.size() + 1);
  return tokens;
}

struct One {
  std::string_view text;
  TokenKind kind;
  std::string_view token;
  std::uint64_t bits;
};

constexpr One kOnes[] = {
    {"foo_1$", TokenKind::Word, "foo_1$", 0},
    {"%r17", TokenKind::Word, "%r17", 0},
    {"$L__BB0_2", TokenKind::Word, "$L__BB0_2", 0},
    {"_", TokenKind::Word, "_", 0},
    {".global", TokenKind::Dotted, "global", 0},
    {".16x256b", TokenKind::Dotted, "16x256b", 0},
    {".L2::cache_hint", TokenKind::Dotted, "L2::cache_hint", 0},
    {"0", TokenKind::Integer, "0", 0},
    {"4096", TokenKind::Integer, "4096", 4096},
    {"42U", TokenKind::Integer, "42U", 42},
    {"0xFF", TokenKind::Integer, "0xFF", 255},
    {"0Xffffffffffffffff", TokenKind::Integer, "0Xffffffffffffffff", 0xffffffffffffffff},
    {"0x10U", TokenKind::Integer, "0x10U", 16},
    {"017", TokenKind::Integer, "017", 15},
    {"0b1011", TokenKind::Integer, "0b1011", 11},
    {"18446744073709551615", TokenKind::Integer, "18446744073709551615", 0xffffffffffffffff},
    {"0f3F800000", TokenKind::Float32, "0f3F800000", 0x3f800000},
    {"0Fbf800000", TokenKind::Float32, "0Fbf800000", 0xbf800000},
    {"0d3FF0000000000000", TokenKind::Float64, "0d3FF0000000000000", 0x3ff0000000000000},
    {"0D7ff0000000000000", TokenKind::Float64, "0D7ff0000000000000", 0x7ff0000000000000},
    {"1.0", TokenKind::Float64, "1.0", 0x3ff0000000000000},
    {"2.", TokenKind::Float64, "2.", 0x4000000000000000},
    {"1e2", TokenKind::Float64, "1e2", 0x4059000000000000},
    {"5.0e-1", TokenKind::Float64, "5.0e-1", 0x3fe0000000000000},
    {"\"a \\\" b\"", TokenKind::String, "a \\\" b", 0},
    {"<<", TokenKind::Punctuation, "<<", 0},
    {"{", TokenKind::Punctuation, "{", 0},
    {"/* a\n * b */ x", TokenKind::Word, "x", 0},
    {"// a\nx", TokenKind::Word, "x", 0},
    // Not PTX:
    {"0x", TokenKind::Invalid, "0x", 0},
    {"0xFG", TokenKind::Invalid, "0xFG", 15},
    {"089", TokenKind::Invalid, "089", 0},
    {"12ab", TokenKind::Invalid, "12ab", 12},
    {"18446744073709551616", TokenKind::Invalid, "18446744073709551616", 0},
    {"0f3F80", TokenKind::Invalid, "0f3F80", 0},
    {"0f3F8000000", TokenKind::Invalid, "0f3F8000000", 0},
    {"\"open", TokenKind::Invalid, "\"open", 0},
    {"/* open", TokenKind::Invalid, "/*", 0},
    {"\x01", TokenKind::Invalid, "\x01", 0},
    {"`", TokenKind::Invalid, "`", 0},
};

TEST(PtxLexer, EachTokenHasItsKindTextAndValue) {
  for (const One& one : kOnes) {
    const Token token = cut(one.text).front();
    EXPECT_EQ(token.kind, one.kind) << one.text;
    EXPECT_EQ(token.text, one.token) << one.text;
    if (one.kind != TokenKind::Invalid) {
      EXPECT_EQ(token.bits, one.bits) << one.text;
    }
    EXPECT_EQ(cut(one.text).size(), 2U) << one.text;
  }
}

TEST(PtxLexer, PositionsCountFromOneInLinesAndBytes) {
  const auto tokens = cut("a\n\t b /* \n\n */ c\r\n  d");
  const Position expected[] = {{1, 1}, {2, 3}, {4, 5}, {5, 3}};
  ASSERT_EQ(tokens.size(), 5U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(tokens[i].position.line, expected[i].line) << i;
    EXPECT_EQ(tokens[i].position.column, expected[i].column) << i;
  }
}

TEST(PtxLexer, ALabelsColonIsNoPartOfAModifier) {
  const auto tokens = cut("L:.b8 ld.shared::cta");
  ASSERT_EQ(tokens.size(), 6U);
  EXPECT_TRUE(tokens[1].is(":"));
  EXPECT_TRUE(tokens[2].is_dotted("b8"));
  EXPECT_TRUE(tokens[4].is_dotted("shared::cta"));
  EXPECT_FALSE(tokens[4].after_space);
  EXPECT_TRUE(tokens[3].after_space);
}

TEST(PtxLexer, AnIntegerAboveTheSignedRangeIsUnsigned) {
  EXPECT_FALSE(cut("9223372036854775807").front().is_unsigned);
  EXPECT_TRUE(cut("9223372036854775808").front().is_unsigned);
  EXPECT_TRUE(cut("1U").front().is_unsigned);
}

}  // namespace
}  // namespace lanescope::ptx
