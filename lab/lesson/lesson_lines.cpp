#include "lab/lesson/lesson_lines.hpp"

#include <algorithm>
#include <cstdlib>
#include <regex>
#include <string>

#include <fmt/format.h>

#include "lab/lesson/check.hpp"

namespace lanescope::lesson {
namespace {

using Matches = std::cregex_iterator;

Matches matches(std::string_view text, const std::regex& wanted) {
  return {text.data(), text.data() + text.size(), wanted};
}

std::uint32_t number(const std::csub_match& digits) {
  return static_cast<std::uint32_t>(std::strtoul(digits.str().c_str(), nullptr, 10));
}

// The lines that commands lead to. `select line` would mark one out of sight.
std::vector<std::uint32_t> lines_shown(const std::vector<std::string>& commands) {
  static const std::regex kLine(R"(\bgoto line=(\d+))");
  std::vector<std::uint32_t> lines;
  for (const std::string& command : commands)
    for (Matches at = matches(command, kLine); at != Matches(); ++at)
      lines.push_back(number((*at)[1]));
  return lines;
}

}  // namespace

std::vector<std::uint32_t> lines_named(std::string_view text) {
  static const std::regex kNamed(R"(\b[Ll]ines? (\d+(?:(?:, | and | or | to )(?:line )?\d+)*))");
  static const std::regex kNumber(R"((\d+))");
  std::vector<std::uint32_t> lines;
  for (Matches named = matches(text, kNamed); named != Matches(); ++named) {
    const std::string list = (*named)[1].str();
    for (Matches at = matches(list, kNumber); at != Matches(); ++at)
      lines.push_back(number((*at)[1]));
  }
  return lines;
}

std::vector<ClaimVerdict> check_lines_are_shown(const Lesson& lesson) {
  std::vector<ClaimVerdict> verdicts;
  for (const LessonStep& step : lesson.steps) {
    if (!step.question) continue;
    const std::vector<std::uint32_t> named = lines_named(step.question->prompt);
    const std::vector<std::uint32_t> shown = lines_shown(step.commands);
    if (named.empty() || std::ranges::find_first_of(named, shown) != named.end()) continue;
    verdicts.push_back(
        {lesson.id, "line in the question of " + step.id, 0.0, 0.0, false,
         fmt::format("it names line {}, and no `goto line` leads there", named.front())});
  }
  return verdicts;
}

}  // namespace lanescope::lesson
