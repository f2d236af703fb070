#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"

namespace lanescope::lesson {

// lesson.md taken apart: `# Title`, an introduction, then `## Step title {#id}` sections.
struct LessonText {
  struct Section {
    std::string id, title, text;
    int line = 0;  // of the heading
  };
  std::string title, introduction;
  std::vector<Section> sections;
};
// `file` stands in errors.
[[nodiscard]] Result<LessonText> split_lesson_text(std::string_view markdown,
                                                   const std::string& file);

// What blank lines part.
[[nodiscard]] std::vector<std::string_view> paragraphs_of(std::string_view markdown);

// {{claim-id}} replaced by the claim's number. An unknown id is an Error with the line, counted
// from `first_line`.
[[nodiscard]] Result<std::string> insert_claims(std::string_view text,
                                                const std::map<std::string, double>& claims,
                                                const std::string& file, int first_line);
// 1048576 -> "1,048,576"; 0.75 -> "0.75".
[[nodiscard]] std::string claim_number(double value);

}  // namespace lanescope::lesson
