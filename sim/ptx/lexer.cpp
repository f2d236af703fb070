#include "sim/ptx/lexer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <limits>

namespace lanescope::ptx {
namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_follow(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '$'; }
constexpr bool is_word_start(char c) { return is_letter(c) || c == '_' || c == '$'; }

// The value of a digit in any base up to 36; 99 for what is no digit.
constexpr int digit_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

// False when a character is no digit of this base, or the value needs more than 64 bits.
bool read_integer(std::string_view digits, int base, std::uint64_t& value) {
  if (digits.empty()) return false;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, base);
  return error == std::errc{} && stop == end;
}

}  // namespace

void Lexer::new_line() {
  ++line_;
  line_start_ = offset_ + 1;
}

void Lexer::skip_line() {
  while (offset_ < text_.size() && text_[offset_] != '\n') ++offset_;
}

bool Lexer::skip_block_comment() {
  for (offset_ += 2; offset_ < text_.size(); ++offset_) {
    if (at(0) == '*' && at(1) == '/') {
      offset_ += 2;
      return true;
    }
    if (at(0) == '\n') new_line();
  }
  return false;
}

bool Lexer::skip_blank(Position& comment) {
  while (offset_ < text_.size()) {
    const char c = at(0);
    if (c == '\n') new_line();
    if (c == '\n' || c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
      ++offset_;
    } else if (c == '/' && at(1) == '/') {
      skip_line();
    } else if (c == '/' && at(1) == '*') {
      comment = here();
      if (!skip_block_comment()) return false;
    } else {
      return true;
    }
  }
  return true;
}

Token Lexer::cut(Token token, Token::Kind kind, std::size_t length) {
  token.kind = kind;
  token.text = text_.substr(offset_, length);
  offset_ += token.text.size();
  return token;
}

Token Lexer::next() {
  const std::size_t start = offset_;
  Token token;
  if (!skip_blank(token.position)) {
    token.kind = Token::Kind::Invalid;
    token.text = "/*";
    return token;
  }
  token.after_space = offset_ != start;
  token.position = here();
  if (offset_ >= text_.size()) return token;
  const char c = at(0);
  if (is_word_start(c) || (c == '%' && is_follow(at(1)))) return word(token);
  if (is_digit(c)) return number(token);
  if (c == '.' && is_follow(at(1))) return dotted(token);
  if (c == '"') return string(token);
  return punctuation(token);
}

Token Lexer::word(Token token) {
  std::size_t length = 1;
  while (is_follow(at(length))) ++length;
  return cut(token, Token::Kind::Word, length);
}

// Modifiers may hold "::", as in .shared::cluster and .L2::cache_hint.
Token Lexer::dotted(Token token) {
  ++offset_;
  std::size_t length = 1;
  while (is_follow(at(length)) || (at(length) == ':' && at(length + 1) == ':')) {
    length += at(length) == ':' ? 2 : 1;
  }
  return cut(token, Token::Kind::Dotted, length);
}

Token Lexer::hex_float(Token token, Token::Kind kind, std::size_t digits) {
  std::size_t length = 2;
  while (is_follow(at(length))) ++length;
  const bool good =
      length == digits + 2 && read_integer(text_.substr(offset_ + 2, digits), 16, token.bits);
  return cut(token, good ? kind : Token::Kind::Invalid, length);
}

Token Lexer::decimal_float(Token token, std::size_t length) {
  if (at(length) == '.') {
    ++length;
    while (is_digit(at(length))) ++length;
  }
  if (at(length) == 'e' || at(length) == 'E') {
    const std::size_t sign = at(length + 1) == '+' || at(length + 1) == '-' ? 1 : 0;
    if (is_digit(at(length + 1 + sign))) {
      length += 1 + sign;
      while (is_digit(at(length))) ++length;
    }
  }
  double value = 0;
  const char* begin = text_.data() + offset_;
  const auto [stop, error] = std::from_chars(begin, begin + length, value);
  const bool good = error == std::errc{} && stop == begin + length && !is_follow(at(length));
  token.bits = std::bit_cast<std::uint64_t>(value);
  return cut(token, good ? Token::Kind::Float64 : Token::Kind::Invalid, length);
}

// PTX ISA 4.5.1 (integer constants) and 4.5.2 (floating-point constants).
Token Lexer::number(Token token) {
  const char prefix = at(0) == '0' ? at(1) : '\0';
  if (prefix == 'f' || prefix == 'F') return hex_float(token, Token::Kind::Float32, 8);
  if (prefix == 'd' || prefix == 'D') return hex_float(token, Token::Kind::Float64, 16);
  const bool hex = prefix == 'x' || prefix == 'X';
  const bool binary = prefix == 'b' || prefix == 'B';
  const std::size_t start = hex || binary ? 2 : 0;
  const int base = hex ? 16 : binary ? 2 : 10;
  std::size_t length = start;
  while (digit_value(at(length)) < base) ++length;
  if (base == 10 && (at(length) == '.' || at(length) == 'e' || at(length) == 'E')) {
    return decimal_float(token, length);
  }
  const bool octal = base == 10 && at(0) == '0' && length > 1;
  const auto digits = text_.substr(offset_ + start, length - start);
  bool good = read_integer(digits, octal ? 8 : base, token.bits);
  token.is_unsigned = token.bits > std::uint64_t{std::numeric_limits<std::int64_t>::max()};
  if (at(length) == 'U') {
    token.is_unsigned = true;
    ++length;
  }
  while (is_follow(at(length))) {
    good = false;
    ++length;
  }
  return cut(token, good ? Token::Kind::Integer : Token::Kind::Invalid, length);
}

Token Lexer::string(Token token) {
  std::size_t length = 1;
  while (offset_ + length < text_.size() && at(length) != '\n' && at(length) != '"') {
    length += at(length) == '\\' && at(length + 1) == '"' ? 2 : 1;
  }
  if (at(length) != '"') return cut(token, Token::Kind::Invalid, length);
  token = cut(token, Token::Kind::String, length + 1);
  token.text = token.text.substr(1, length - 1);
  return token;
}

Token Lexer::punctuation(Token token) {
  static constexpr std::array<std::string_view, 8> kPairs{
      "<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};
  static constexpr std::string_view kSingle = "(){}[],;:<>+-*/%&|^~!?=@#";
  const auto two = text_.substr(offset_, 2);
  if (std::find(kPairs.begin(), kPairs.end(), two) != kPairs.end()) {
    return cut(token, Token::Kind::Punctuation, 2);
  }
  const bool known = kSingle.find(at(0)) != std::string_view::npos;
  return cut(token, known ? Token::Kind::Punctuation : Token::Kind::Invalid, 1);
}

}  // namespace lanescope::ptx
