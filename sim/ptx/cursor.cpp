#include "sim/ptx/cursor.hpp"

#include <utility>

#include <fmt/format.h>

namespace lanescope::ptx {
namespace {

// Text from the input may be anything: long, or not printable.
std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string out = "'";
  for (const char c : text.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7f) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out + (text.size() > kLongest ? "...'" : "'");
}

std::string describe_invalid(const Token& token) {
  const char first = token.text.empty() ? '\0' : token.text.front();
  if (token.text == "/*") return "a comment that does not end";
  if (first == '"') return "a string that does not end";
  if (first >= '0' && first <= '9') return "unreadable number " + quoted(token.text);
  return "character " + quoted(token.text);
}

}  // namespace

std::string describe(const Token& token) {
  switch (token.kind) {
    case Token::Kind::End:
      return "the end of the file";
    case Token::Kind::Invalid:
      return describe_invalid(token);
    case Token::Kind::Dotted:
      return quoted(fmt::format(".{}", token.text));
    case Token::Kind::String:
      return fmt::format("string {}", quoted(token.text));
    default:
      return quoted(token.text);
  }
}

Cursor::Cursor(std::string_view text, std::vector<Diagnostic>& diagnostics)
    : lexer_(text), diagnostics_(diagnostics), current_(lexer_.next()), ahead_(lexer_.next()) {}

Token Cursor::take() { return std::exchange(current_, std::exchange(ahead_, lexer_.next())); }

bool Cursor::accept(std::string_view punctuation) {
  if (!current_.is(punctuation)) return false;
  take();
  return true;
}

bool Cursor::accept_dotted(std::string_view word) {
  if (!current_.is_dotted(word)) return false;
  take();
  return true;
}

bool Cursor::expect(std::string_view punctuation, std::string_view where) {
  if (accept(punctuation)) return true;
  expected(fmt::format("'{}' {}", punctuation, where));
  return false;
}

Token Cursor::expect_word(std::string_view what) {
  if (at_word()) return take();
  expected(what);
  return {};
}

void Cursor::expected(std::string_view what) {
  error(current_.position, fmt::format("expected {}, found {}", what, describe(current_)));
}

void Cursor::add(Diagnostic::Severity severity, Position position, std::string message) {
  if (diagnostics_.size() >= kMaxDiagnostics) {
    ++left_out_;
    left_out_error_ |= severity == Diagnostic::Severity::Error;
    return;
  }
  diagnostics_.push_back({severity, std::move(message), position});
}

void Cursor::error(Position position, std::string message) {
  add(Diagnostic::Severity::Error, position, std::move(message));
}

void Cursor::warn(Position position, std::string message) {
  add(Diagnostic::Severity::Warning, position, std::move(message));
}

void Cursor::finish() {
  if (left_out_ == 0) return;
  const auto severity =
      left_out_error_ ? Diagnostic::Severity::Error : Diagnostic::Severity::Warning;
  diagnostics_.push_back(
      {severity, fmt::format("{} further problems are not listed", left_out_), current_.position});
}

void Cursor::skip_statement() {
  // Braces on the line of the error belong to an operand: {%f1, %f2}.
  const std::uint32_t line = current_.position.line;
  while (!at_end()) {
    if (current_.position.line != line && (at("{") || at("}"))) return;
    if (take().is(";")) return;
  }
}

void Cursor::skip_line_of(Position position) {
  while (!at_end() && current_.position.line == position.line && !at("{") && !at("}")) {
    if (take().is(";")) return;
  }
}

void Cursor::skip_block() {
  if (!at("{")) return;
  std::size_t depth = 0;
  while (!at_end()) {
    const Token token = take();
    if (token.is("{")) ++depth;
    if (token.is("}") && --depth == 0) return;
  }
}

}  // namespace lanescope::ptx
