#pragma once

#include <string>
#include <string_view>
#include <vector>

// CUDA C++ text in pieces, without preprocessing it.
namespace lanescope::ports::toolchain {

[[nodiscard]] bool is_name_char(char c);

enum class Literals { Keep, Blank };
// Comments, and if asked the contents of literals, become spaces; lines stay where they are.
[[nodiscard]] std::string cleaned(std::string_view source, Literals literals);

struct Token {
  std::string_view text;
  int line = 0;  // from 1
};
// Names, numbers, "<<<" and single characters of a cleaned text; preprocessor lines are left out.
[[nodiscard]] std::vector<Token> tokenize(std::string_view text);

}  // namespace lanescope::ports::toolchain
