#include "lab/lesson/lesson_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lab/experiment/text_table.hpp"

namespace lanescope::lesson {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

Result<LessonText::Section> read_heading(std::string_view line, const std::string& file,
                                         int number) {
  const std::size_t open = line.rfind("{#");
  if (open == std::string_view::npos || !line.ends_with('}')) {
    return bad_input("a step's heading is written `## Title {#id}`",
                     fmt::format("{}:{}", file, number));
  }
  LessonText::Section section;
  section.title = trimmed(line.substr(3, open - 3));
  section.id = trimmed(line.substr(open + 2, line.size() - open - 3));
  section.line = number;
  return section;
}

}  // namespace

Result<LessonText> split_lesson_text(std::string_view markdown, const std::string& file) {
  LessonText text;
  bool in_code = false;
  for (int number = 1; !markdown.empty(); ++number) {
    const std::size_t end = std::min(markdown.find('\n'), markdown.size());
    const std::string_view line =
        trimmed(markdown.substr(0, end)).empty() ? "" : markdown.substr(0, end);
    markdown.remove_prefix(std::min(end + 1, markdown.size()));
    if (line.starts_with("```")) in_code = !in_code;
    if (!in_code && line.starts_with("## ")) {
      Result<LessonText::Section> section = read_heading(trimmed(line), file, number);
      if (!section) return section.error();
      text.sections.push_back(std::move(*section));
    } else if (!in_code && line.starts_with("# ") && text.title.empty()) {
      text.title = trimmed(line.substr(2));
    } else {
      std::string& into = text.sections.empty() ? text.introduction : text.sections.back().text;
      into += line;
      into += '\n';
    }
  }
  text.introduction = trimmed(text.introduction);
  return text;
}

std::vector<std::string_view> paragraphs_of(std::string_view markdown) {
  std::vector<std::string_view> paragraphs;
  for (std::size_t at = 0; at < markdown.size();) {
    const std::size_t end = std::min(markdown.find("\n\n", at), markdown.size());
    paragraphs.push_back(markdown.substr(at, end - at));
    at = end + 2;
  }
  return paragraphs;
}

std::string claim_number(double value) {
  if (value >= 0.0 && value == std::floor(value) && value < 0x1p53) {
    return experiment::grouped(static_cast<std::uint64_t>(value));
  }
  return fmt::format("{:.6g}", value);
}

Result<std::string> insert_claims(std::string_view text,
                                  const std::map<std::string, double>& claims,
                                  const std::string& file, int first_line) {
  std::string out;
  auto line = first_line;
  while (true) {
    const std::size_t open = text.find("{{");
    const std::string_view before = text.substr(0, open);
    out += before;
    line += static_cast<int>(std::ranges::count(before, '\n'));
    if (open == std::string_view::npos) break;
    const std::size_t close = text.find("}}", open);
    const std::string_view id = trimmed(text.substr(open + 2, close - open - 2));
    const auto claim = claims.find(std::string(id));
    if (close == std::string_view::npos || claim == claims.end()) {
      return bad_input(fmt::format("there is no claim `{}`", id), fmt::format("{}:{}", file, line));
    }
    out += claim_number(claim->second);
    text.remove_prefix(close + 2);
  }
  return std::string(trimmed(out));
}

}  // namespace lanescope::lesson
