#include "ports/toolchain/source_scan.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

namespace lanescope::ports::toolchain {
namespace {

bool is_name_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

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

enum class Literals { Keep, Blank };

// Comments, and if asked the contents of literals, become spaces; lines stay where they are.
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

struct Token {
  std::string_view text;
  int line = 0;
};

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

// Names, numbers, "<<<" and single characters; preprocessor lines are left out.
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

// One past the bracket that closes the one at `open`.
std::size_t end_of_body(const std::vector<Token>& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].text == "{") ++depth;
    if (tokens[i].text == "}" && --depth == 0) return i + 1;
  }
  return tokens.size();
}

// Which tokens stand in the body of a function for the GPU.
std::vector<bool> in_device_code(const std::vector<Token>& tokens) {
  std::vector<bool> inside(tokens.size(), false);
  bool declared = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view text = tokens[i].text;
    if (text == "__global__" || text == "__device__") declared = true;
    if (text == ";") declared = false;
    if (text != "{" || !declared) continue;
    const std::size_t end = end_of_body(tokens, i);
    std::fill(inside.begin() + static_cast<std::ptrdiff_t>(i),
              inside.begin() + static_cast<std::ptrdiff_t>(end), true);
    declared = false;
    i = end - 1;
  }
  return inside;
}

// Functions of the runtime API: of the host, and of kernels that launch kernels.
bool is_host_api(std::string_view name) {
  static constexpr std::array<std::string_view, 11> kPrefixes{
      "cudaMalloc", "cudaMemcpy", "cudaMemset", "cudaFree",    "cudaEvent",    "cudaStream",
      "cudaHost",   "cudaLaunch", "cudaDevice", "cudaGetLast", "cudaSetDevice"};
  return std::any_of(kPrefixes.begin(), kPrefixes.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

bool is_called(const std::vector<Token>& tokens, std::size_t at) {
  return at + 1 < tokens.size() && tokens[at + 1].text == "(";
}

bool uses_device_runtime(const std::vector<Token>& tokens, const std::vector<bool>& on_device) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!on_device[i]) continue;
    const std::string_view text = tokens[i].text;
    if (text == "<<<" || (is_called(tokens, i) && is_host_api(text))) return true;
  }
  return false;
}

std::optional<std::string> find_host_code(const std::vector<Token>& tokens,
                                          const std::vector<bool>& on_device) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (on_device[i]) continue;
    const std::string_view text = tokens[i].text;
    const bool called = is_called(tokens, i);
    if (text == "<<<") {
      return fmt::format("line {} launches a kernel with <<<…>>>", tokens[i].line);
    }
    if (text == "main" && called && i > 0 && tokens[i - 1].text == "int") {
      return fmt::format("line {} defines main()", tokens[i].line);
    }
    if (called && is_host_api(text)) {
      return fmt::format("line {} calls {}()", tokens[i].line, text);
    }
  }
  return std::nullopt;
}

// Whether `template <` stands between the end of the statement before and token `at`.
bool follows_template(const std::vector<Token>& tokens, std::size_t at) {
  for (std::size_t i = at; i-- > 0;) {
    const std::string_view text = tokens[i].text;
    if (text == ";" || text == "}" || text == "{") return false;
    if (text == "template") {
      return i + 2 < tokens.size() && tokens[i + 1].text == "<" && tokens[i + 2].text != ">";
    }
  }
  return false;
}

bool is_attribute(std::string_view name) {
  return name.starts_with("__launch_bounds__") || name.starts_with("__cluster_dims__") ||
         name.starts_with("__maxnreg__") || name.starts_with("__attribute") ||
         name.starts_with("__block_size__") || name == "alignas" || name == "__align__";
}

// The name of the function declared after `__global__` at token `at`.
std::optional<ScannedKernel> kernel_after(const std::vector<Token>& tokens, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at + 1; i + 1 < tokens.size(); ++i) {
    const std::string_view text = tokens[i].text;
    if (text == "(") ++depth;
    if (text == ")") --depth;
    if (depth > 0) continue;
    if (text == ";" || text == "{") return std::nullopt;
    if (tokens[i + 1].text == "(" && is_name_char(text.front()) && !is_attribute(text)) {
      return ScannedKernel{std::string(text), tokens[i].line, follows_template(tokens, at)};
    }
  }
  return std::nullopt;
}

std::vector<ScannedKernel> find_kernels(const std::vector<Token>& tokens) {
  std::vector<ScannedKernel> kernels;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].text != "__global__") continue;
    const auto kernel = kernel_after(tokens, i);
    if (!kernel) continue;
    const bool known = std::any_of(kernels.begin(), kernels.end(),
                                   [&](const ScannedKernel& k) { return k.name == kernel->name; });
    if (!known) kernels.push_back(*kernel);
  }
  return kernels;
}

std::string_view trim_front(std::string_view text) {
  const std::size_t at = text.find_first_not_of(" \t");
  return at == std::string_view::npos ? std::string_view{} : text.substr(at);
}

std::optional<IncludeDirective> include_of(std::string_view line) {
  line = trim_front(line);
  if (!line.starts_with('#')) return std::nullopt;
  line = trim_front(line.substr(1));
  if (!line.starts_with("include")) return std::nullopt;
  line = trim_front(line.substr(7));
  if (line.empty()) return std::nullopt;
  const bool quoted = line.front() == '"';
  if (quoted || line.front() == '<') {
    const std::size_t close = line.find(quoted ? '"' : '>', 1);
    if (close == std::string_view::npos) return std::nullopt;
    return IncludeDirective{std::string(line.substr(1, close - 1)), quoted, false};
  }
  const std::size_t end = line.find_first_of(" \t\r");
  return IncludeDirective{std::string(line.substr(0, end)), false, true};
}

}  // namespace

std::vector<IncludeDirective> scan_includes(std::string_view source) {
  std::vector<IncludeDirective> includes;
  if (source.find("include") == std::string_view::npos) return includes;
  const std::string text = cleaned(source, Literals::Keep);
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    if (auto include = include_of(rest.substr(0, end))) includes.push_back(*std::move(include));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return includes;
}

SourceScan scan_source(std::string_view source) {
  const std::string text = cleaned(source, Literals::Blank);
  const std::vector<Token> tokens = tokenize(text);
  const std::vector<bool> on_device = in_device_code(tokens);
  return {find_host_code(tokens, on_device), uses_device_runtime(tokens, on_device),
          find_kernels(tokens), scan_includes(source)};
}

std::string list_scanned(const std::vector<ScannedKernel>& kernels) {
  std::string list;
  for (const ScannedKernel& kernel : kernels) {
    if (!list.empty()) list += ", ";
    list += kernel.name;
    if (kernel.is_template) list += "<…>";
  }
  return list.empty() ? "none" : list;
}

}  // namespace lanescope::ports::toolchain
