#include "ports/toolchain/source_tokens.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>

#include <fmt/format.h>

namespace lanescope::ports::toolchain {
namespace {

void blank(std::string& text, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < std::min(end, text.size()); ++i) {
    if (text[i] != '\n') text[i] = ' ';
  }
}

// One past the end of the literal that begins with the quote at `at`.
std::size_t end_of_literal(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == quote || text[i] == '\n') {
      return i + 1;
    }
  }
  return text.size();
}

// R"tag( … )tag": one past its end.
std::size_t end_of_raw_literal(std::string_view text, std::size_t quote) {
  const std::size_t open = text.find('(', quote);
  if (open == std::string_view::npos) return text.size();
  const std::string close = fmt::format("){}\"", text.substr(quote + 1, open - quote - 1));
  const std::size_t end = text.find(close, open);
  return end == std::string_view::npos ? text.size() : end + close.size();
}

}  // namespace

bool is_name_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string cleaned(std::string_view source, Literals literals) {
  std::string text(source);
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (text.compare(i, 2, "//") == 0) {
      end = std::min(text.find('\n', i), text.size());
      blank(text, i, end);
    } else if (text.compare(i, 2, "/*") == 0) {
      const std::size_t close = text.find("*/", i + 2);
      end = close == std::string::npos ? text.size() : close + 2;
      blank(text, i, end);
    } else if (text[i] == '"' || (text[i] == '\'' && (i == 0 || !is_name_char(text[i - 1])))) {
      const bool raw = text[i] == '"' && i > 0 && text[i - 1] == 'R';
      end = raw ? end_of_raw_literal(text, i) : end_of_literal(text, i);
      if (literals == Literals::Blank) blank(text, i, end);
    }
    i = end;
  }
  return text;
}

namespace {

// Where the preprocessor line at `begin` ends: at the first line end without a backslash before it.
std::size_t end_of_directive(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && (text[end] != '\n' || text[end - 1] == '\\')) ++end;
  return end;
}

std::size_t end_of_token(std::string_view text, std::size_t begin) {
  if (text.substr(begin, 3) == "<<<") return begin + 3;
  std::size_t end = begin + 1;
  if (!is_name_char(text[begin])) return end;
  while (end < text.size() && is_name_char(text[end])) ++end;
  return end;
}

}  // namespace

std::vector<Token> tokenize(std::string_view text) {
  std::vector<Token> tokens;
  int line = 1;
  bool line_start = true;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '\n') {
      ++line;
      line_start = true;
      ++i;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++i;
    } else if (c == '#' && line_start) {
      const std::size_t end = end_of_directive(text, i);
      line += static_cast<int>(std::count(text.begin() + static_cast<std::ptrdiff_t>(i),
                                          text.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
      i = end;
    } else {
      const std::size_t end = end_of_token(text, i);
      tokens.push_back({text.substr(i, end - i), line});
      line_start = false;
      i = end;
    }
  }
  return tokens;
}

}  // namespace lanescope::ports::toolchain
