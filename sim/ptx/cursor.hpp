#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sim/ptx/lexer.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::ptx {

// Reads tokens with one token of lookahead, and takes down what was wrong with them.
//
// **Invariant:** every statement reads at least one token or ends the loop it stands in; the
// recovery functions below keep to this, so that parsing ends on any bytes.
class Cursor {
 public:
  Cursor(std::string_view text, std::vector<Diagnostic>& diagnostics);

  [[nodiscard]] const Token& peek() const { return current_; }
  [[nodiscard]] const Token& peek_second() const { return ahead_; }
  [[nodiscard]] bool at_end() const { return current_.kind == Token::Kind::End; }
  [[nodiscard]] bool at(std::string_view punctuation) const { return current_.is(punctuation); }
  [[nodiscard]] bool at_word() const { return current_.kind == Token::Kind::Word; }
  [[nodiscard]] bool at_dotted() const { return current_.kind == Token::Kind::Dotted; }

  Token take();
  // Takes the current token when it is this one.
  bool accept(std::string_view punctuation);
  bool accept_dotted(std::string_view word);
  // As accept; otherwise an error: "expected ';' after the instruction, found 'x'".
  bool expect(std::string_view punctuation, std::string_view where);
  // The current token as a word; otherwise an error and an empty token.
  Token expect_word(std::string_view what);

  void error(Position position, std::string message);
  void warn(Position position, std::string message);
  // "expected WHAT, found TOKEN" at the current token.
  void expected(std::string_view what);

  // Behind the next `;`, or in front of the next brace on a later line, whichever comes first.
  void skip_statement();
  // To the first token of a later line, or behind the `;` that ends this one.
  void skip_line_of(Position position);
  // Behind the `}` that belongs to the `{` at hand.
  void skip_block();

  // Diagnostics past this many are counted, not kept.
  static constexpr std::size_t kMaxDiagnostics = 200;
  // Says how many were left out.
  void finish();

 private:
  void add(Diagnostic::Severity severity, Position position, std::string message);

  Lexer lexer_;
  std::vector<Diagnostic>& diagnostics_;
  Token current_;
  Token ahead_;
  std::size_t left_out_ = 0;
  bool left_out_error_ = false;
};

// How a diagnostic names a token: "';'", "end of file", "unreadable number '0x'".
[[nodiscard]] std::string describe(const Token& token);

}  // namespace lanescope::ptx
