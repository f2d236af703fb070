#include "cuda/toolchain/diagnostics.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include <fmt/format.h>

namespace lanescope::cuda::toolchain {
namespace {

using Severity = ports::toolchain::Diagnostic::Severity;

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) {
    text.remove_suffix(1);
  }
  return text;
}

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Splits "warning #177-D: text" into its severity and its text.
std::optional<std::pair<Severity, std::string_view>> severity_and_text(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, Severity>, 7> kWords{{
      {"catastrophic error", Severity::Error},
      {"internal error", Severity::Error},
      {"fatal error", Severity::Error},
      {"fatal", Severity::Error},
      {"error", Severity::Error},
      {"warning", Severity::Warning},
      {"remark", Severity::Note},
  }};
  text = trim(text);
  for (const auto& [word, severity] : kWords) {
    if (!text.starts_with(word)) continue;
    std::string_view rest = trim(text.substr(word.size()));
    if (rest.starts_with('#')) rest = trim(rest.substr(std::min(rest.find(':'), rest.size())));
    if (!rest.starts_with(':')) return std::nullopt;
    return std::pair{severity, trim(rest.substr(1))};
  }
  return std::nullopt;
}

ports::toolchain::Diagnostic make(std::string_view file, int line, int column,
                                  const std::pair<Severity, std::string_view>& what) {
  return {std::string(file), line, column, what.first, std::string(what.second)};
}

// "FILE(LINE): error: text", as NVIDIA's C++ front end writes it.
std::optional<ports::toolchain::Diagnostic> front_end_line(std::string_view text) {
  for (std::size_t close = text.find("): "); close != std::string_view::npos;
       close = text.find("): ", close + 1)) {
    const std::size_t open = text.rfind('(', close);
    if (open == std::string_view::npos || open == 0) continue;
    const auto line = number(text.substr(open + 1, close - open - 1));
    const auto what = severity_and_text(text.substr(close + 3));
    if (line && what) return make(text.substr(0, open), *line, 1, *what);
  }
  return std::nullopt;
}

// "FILE:LINE:COLUMN: error: text", as the host compiler writes it.
std::optional<ports::toolchain::Diagnostic> host_compiler_line(std::string_view text) {
  for (std::size_t colon = text.find(':'); colon != std::string_view::npos;
       colon = text.find(':', colon + 1)) {
    const std::size_t second = text.find(':', colon + 1);
    if (second == std::string_view::npos) return std::nullopt;
    const std::size_t third = text.find(':', second + 1);
    if (third == std::string_view::npos) return std::nullopt;
    const auto line = number(text.substr(colon + 1, second - colon - 1));
    const auto column = number(text.substr(second + 1, third - second - 1));
    const auto what = severity_and_text(text.substr(third + 1));
    if (line && column && what) return make(text.substr(0, colon), *line, *column, *what);
  }
  return std::nullopt;
}

// "ptxas FILE, line 25; error   : text" and "TOOL fatal   : text".
std::optional<ports::toolchain::Diagnostic> tool_line(std::string_view text) {
  static constexpr std::array<std::string_view, 5> kTools{"ptxas", "nvcc", "nvlink",
                                                          "nvrtc:", "nvJitLink"};
  for (const std::string_view tool : kTools) {
    if (!text.starts_with(tool)) continue;
    std::string_view rest = trim(text.substr(tool.size()));
    if (const auto what = severity_and_text(rest)) {
      return make({}, 0, 1, *what);
    }
    const std::size_t line_at = rest.find(", line ");
    const std::size_t semicolon = rest.find(';', std::min(line_at, rest.size()));
    if (semicolon == std::string_view::npos) return std::nullopt;
    const auto line = number(trim(rest.substr(line_at + 7, semicolon - line_at - 7)));
    const auto what = severity_and_text(rest.substr(semicolon + 1));
    if (line && what) return make(rest.substr(0, line_at), *line, 1, *what);
  }
  static constexpr std::string_view kCommandLine = "Command-line error:";
  if (text.starts_with(kCommandLine)) {
    return make({}, 0, 1, {Severity::Error, trim(text.substr(kCommandLine.size()))});
  }
  return std::nullopt;
}

std::optional<ports::toolchain::Diagnostic> first_line(std::string_view text) {
  if (text.empty() || text.front() == ' ' || text.front() == '\t') return std::nullopt;
  if (auto found = tool_line(text)) return found;
  if (auto found = front_end_line(text)) return found;
  return host_compiler_line(text);
}

bool is_caret_line(std::string_view text) { return trim(text) == "^"; }

// Lines after a message: explanations ("detected during instantiation of …"), the source line and
// the caret under it, which stands two columns to the right of its place.
class Continuation {
 public:
  void add(std::string_view text, ports::toolchain::Diagnostic& to) {
    if (is_caret_line(text)) {
      const std::size_t caret = text.find('^');
      if (to.column == 1 && caret >= 2) to.column = static_cast<int>(caret) - 1;
      if (!lines_.empty()) lines_.pop_back();
      return;
    }
    lines_.push_back(trim(text));
  }
  void finish(ports::toolchain::Diagnostic& to) {
    std::string extra;
    for (const std::string_view line : lines_) {
      if (!extra.empty()) extra += ' ';
      extra += line;
    }
    if (!extra.empty()) to.message += fmt::format(" ({})", extra);
    lines_.clear();
  }
  void clear() { lines_.clear(); }

 private:
  std::vector<std::string_view> lines_;
};

}  // namespace

std::vector<ports::toolchain::Diagnostic> parse_log(std::string_view log) {
  std::vector<ports::toolchain::Diagnostic> diagnostics;
  Continuation continuation;
  bool open = false;
  const auto close = [&] {
    if (open) continuation.finish(diagnostics.back());
    continuation.clear();
    open = false;
  };
  while (!log.empty()) {
    const std::size_t end = std::min(log.find('\n'), log.size());
    const std::string_view line = log.substr(0, end);
    log.remove_prefix(std::min(end + 1, log.size()));
    if (auto found = first_line(line)) {
      close();
      const bool from_front_end = found->file.empty() || found->column == 1;
      diagnostics.push_back(*std::move(found));
      open = from_front_end && diagnostics.back().line > 0;
    } else if (trim(line).empty() || !(line.front() == ' ' || line.front() == '\t')) {
      close();
    } else if (open) {
      continuation.add(line, diagnostics.back());
    }
  }
  close();
  // What ptxas says at its end when it has named the errors before.
  if (diagnostics.size() > 1) {
    std::erase_if(diagnostics, [](const ports::toolchain::Diagnostic& d) {
      return d.message == "Ptx assembly aborted due to errors";
    });
  }
  return diagnostics;
}

bool has_errors(const std::vector<ports::toolchain::Diagnostic>& diagnostics) {
  return std::any_of(
      diagnostics.begin(), diagnostics.end(),
      [](const ports::toolchain::Diagnostic& d) { return d.severity == Severity::Error; });
}

namespace {

// Of NVIDIA's headers some come by a word of their own. NVRTC and g++ say of one that is absent:
//   cannot open source file "curand_kernel.h"      curand_kernel.h: No such file or directory
void tell_how_to_get_headers(std::vector<ports::toolchain::Diagnostic>& diagnostics) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kBroughtBy{
      {{"curand", "curand"}, {"cub/", "nvrtc"}, {"thrust/", "nvrtc"}, {"cuda/", "nvrtc"}}};
  for (ports::toolchain::Diagnostic& d : diagnostics) {
    if (d.message.find("open source file") == std::string::npos &&
        d.message.find("No such file") == std::string::npos)
      continue;
    for (const auto& [header, tool] : kBroughtBy) {
      const std::size_t at = d.message.find(header);
      if (at != 0 && (at == std::string::npos || d.message[at - 1] != '"')) continue;
      d.message += fmt::format(". It is NVIDIA's; get it with \"lanescope fetch {}\"", tool);
      break;
    }
  }
}

}  // namespace

ports::toolchain::CompileFailure failure_from(std::vector<ports::toolchain::Diagnostic> diagnostics,
                                              std::string log, const std::string& fallback) {
  tell_how_to_get_headers(diagnostics);
  ports::toolchain::CompileFailure failure{bad_input(fallback), std::move(diagnostics),
                                           std::move(log)};
  for (const ports::toolchain::Diagnostic& d : failure.diagnostics) {
    if (d.severity != Severity::Error) continue;
    failure.error = bad_input(d.message, d.place());
    break;
  }
  return failure;
}

}  // namespace lanescope::cuda::toolchain
