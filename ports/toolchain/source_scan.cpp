#include "ports/toolchain/source_scan.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "ports/toolchain/source_tokens.hpp"

namespace lanescope::ports::toolchain {
namespace {

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
