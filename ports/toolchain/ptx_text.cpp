#include "ports/toolchain/ptx_text.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>

namespace lanescope::ports::toolchain {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

std::string_view skip_spaces(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  return text;
}

void for_each_line(std::string_view text, const std::function<void(std::string_view)>& visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// Comments become spaces, so that offsets stay.
std::string without_comments(std::string_view ptx) {
  std::string text(ptx);
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const bool line = text[i] == '/' && text[i + 1] == '/';
    const bool block = text[i] == '/' && text[i + 1] == '*';
    if (!line && !block) continue;
    const std::size_t found = line ? text.find('\n', i) : text.find("*/", i + 2);
    const std::size_t end = found == std::string::npos ? text.size() : (line ? found : found + 2);
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(i),
              text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
    i = end - 1;
  }
  return text;
}

// Where the parameter list that opens `text` (if one does) ends.
std::string_view skip_parameters(std::string_view text) {
  text = skip_spaces(text);
  if (!text.starts_with('(')) return text;
  const std::size_t close = text.find(')');
  return skip_spaces(text.substr(std::min(close, text.size() - 1) + 1));
}

bool has_body(std::string_view after_name) {
  const std::string_view rest = skip_parameters(after_name);
  const std::size_t decides = rest.find_first_of("{;");
  return decides != std::string_view::npos && rest[decides] == '{';
}

}  // namespace

std::vector<std::string> ptx_entries(std::string_view ptx) {
  static constexpr std::string_view kEntry = ".entry";
  const std::string text = without_comments(ptx);
  std::vector<std::string> entries;
  for (std::size_t at = text.find(kEntry); at != std::string::npos;
       at = text.find(kEntry, at + 1)) {
    const std::size_t after = at + kEntry.size();
    if (after >= text.size() || !is_space(text[after])) continue;
    const std::string_view rest = skip_spaces(std::string_view(text).substr(after));
    const std::size_t end = std::min(rest.find_first_of(" \t\r\n({;"), rest.size());
    if (end > 0 && has_body(rest.substr(end))) entries.emplace_back(rest.substr(0, end));
  }
  return entries;
}

std::string ptx_compiler_version(std::string_view ptx) {
  static constexpr std::string_view kTools = "// Cuda compilation tools, release ";
  const std::size_t at = ptx.find(kTools);
  if (at == std::string_view::npos) return {};
  const std::string_view line = ptx.substr(at, ptx.find('\n', at) - at);
  const std::size_t v = line.rfind('V');
  if (v == std::string_view::npos) return {};
  const std::string_view version = line.substr(v + 1);
  return std::string(version.substr(0, version.find_first_not_of("0123456789.")));
}

std::string ptx_target(std::string_view ptx) {
  static constexpr std::string_view kTarget = ".target";
  const std::string text = without_comments(ptx);
  const std::size_t at = text.find(kTarget);
  if (at == std::string::npos) return {};
  const std::string_view rest = skip_spaces(std::string_view(text).substr(at + kTarget.size()));
  return std::string(rest.substr(0, std::min(rest.find_first_of(" \t\r\n,"), rest.size())));
}

std::string relabel_file(std::string_view path, const std::string& working_dir,
                         const std::string& as_given) {
  namespace fs = std::filesystem;
  const std::string own = (fs::path(working_dir) / as_given).lexically_normal().string();
  const std::string below = working_dir.ends_with('/') ? working_dir : working_dir + "/";
  const std::string plain = fs::path(path).lexically_normal().string();
  if (plain == own) return as_given;
  return plain.starts_with(below) ? plain.substr(below.size()) : plain;
}

std::string relabel_files(std::string_view ptx, const std::string& working_dir,
                          const std::string& as_given) {
  std::string result;
  result.reserve(ptx.size());
  for_each_line(ptx, [&](std::string_view line) {
    const std::size_t open = line.find('"');
    const std::size_t close = line.rfind('"');
    if (skip_spaces(line).starts_with(".file") && open < close) {
      result += line.substr(0, open + 1);
      result += relabel_file(line.substr(open + 1, close - open - 1), working_dir, as_given);
      line.remove_prefix(close);
    }
    result += line;
    result += '\n';
  });
  if (!ptx.ends_with('\n') && !result.empty()) result.pop_back();
  return result;
}

int source_line_at(std::string_view ptx, int ptx_line) {
  int line_number = 0;
  int source_line = 0;
  for_each_line(ptx, [&](std::string_view line) {
    if (++line_number > ptx_line) return;
    const std::string_view text = skip_spaces(line);
    if (!text.starts_with(".loc")) return;
    std::string_view rest = skip_spaces(text.substr(4));
    if (!rest.starts_with("1 ") && !rest.starts_with("1\t")) return;
    rest = skip_spaces(rest.substr(1));
    int value = 0;
    if (std::from_chars(rest.data(), rest.data() + rest.size(), value).ec == std::errc{}) {
      source_line = value;
    }
  });
  return source_line;
}

}  // namespace lanescope::ports::toolchain
