#pragma once

#include <cstdint>
#include <string_view>

#include "sim/ptx/module.hpp"

namespace lanescope::ptx {

// A piece of the PTX text (PTX ISA 4.2 to 4.5). `text` points into the source.
struct Token {
  enum class Kind : std::uint8_t {
    End,
    Word,         // foo, %r1, $L__BB0_2, _, WARP_SZ
    Dotted,       // .global, .L2::128B; text without the leading dot
    Integer,      // bits
    Float32,      // 0f3F800000: bits is the pattern
    Float64,      // 0d..., 1.5, 1e3: bits is the pattern
    String,       // text without the quotes
    Punctuation,  // ( ) { } [ ] , ; : < > + - ... and << >> <= >= == != && ||
    Invalid,      // an unreadable number, an open string or comment, a stray byte
  };
  Kind kind = Kind::End;
  bool is_unsigned = false;  // Integer with suffix U, or above 2^63 - 1
  bool after_space = false;  // something stands between this token and the one before it
  std::string_view text;
  std::uint64_t bits = 0;
  Position position;

  [[nodiscard]] bool is(std::string_view punctuation) const {
    return kind == Kind::Punctuation && text == punctuation;
  }
  [[nodiscard]] bool is_dotted(std::string_view word) const {
    return kind == Kind::Dotted && text == word;
  }
};

// Cuts PTX text into tokens; comments and space vanish. Any bytes give tokens, the last is End.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  [[nodiscard]] Token next();
  // Everything up to the end of the current line is passed over.
  void skip_line();

 private:
  [[nodiscard]] char at(std::size_t ahead) const {
    return offset_ + ahead < text_.size() ? text_[offset_ + ahead] : '\0';
  }
  [[nodiscard]] Position here() const {
    return {line_, static_cast<std::uint32_t>(offset_ - line_start_ + 1)};
  }
  // False when a comment does not end; `comment` is then where it begins.
  bool skip_blank(Position& comment);
  bool skip_block_comment();
  void new_line();
  Token cut(Token token, Token::Kind kind, std::size_t length);
  Token word(Token token);
  Token dotted(Token token);
  Token number(Token token);
  Token hex_float(Token token, Token::Kind kind, std::size_t digits);
  Token decimal_float(Token token, std::size_t length);
  Token string(Token token);
  Token punctuation(Token token);

  std::string_view text_;
  std::size_t offset_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace lanescope::ptx
