#include "ui/figures/program/compiler_errors.hpp"

#include <charconv>

namespace lanescope::ui::figures::program {
namespace {

// The place of `file` in a line, where a line number follows it; npos: it is of another file.
std::size_t place_of(std::string_view line, std::string_view file) {
  const std::size_t at = line.find(file);
  if (at == std::string_view::npos) return at;
  const bool whole_name = at == 0 || line[at - 1] == '/';
  const std::size_t end = at + file.size();
  const bool numbered = end < line.size() && (line[end] == '(' || line[end] == ':');
  return whole_name && numbered ? end + 1 : std::string_view::npos;
}

}  // namespace

std::vector<CompilerError> compiler_errors(std::string_view output, std::string_view file) {
  constexpr std::string_view kError = "error";
  std::vector<CompilerError> errors;
  while (!output.empty()) {
    const std::size_t end = std::min(output.find('\n'), output.size());
    const std::string_view line = output.substr(0, end);
    output.remove_prefix(std::min(end + 1, output.size()));
    const std::size_t number = place_of(line, file), error = line.find(kError);
    if (number == std::string_view::npos || error == std::string_view::npos || error < number)
      continue;
    CompilerError one;
    std::from_chars(line.data() + number, line.data() + line.size(), one.line);
    const std::size_t colon = line.find(": ", error);
    if (one.line == 0 || colon == std::string_view::npos) continue;
    one.words = std::string(line.substr(colon + 2));
    errors.push_back(std::move(one));
  }
  return errors;
}

}  // namespace lanescope::ui::figures::program
