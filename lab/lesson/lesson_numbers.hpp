#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/lesson/check.hpp"
#include "lab/lesson/lesson.hpp"

namespace lanescope::lesson {

// A number as it stands in a text: "1,024" is 1024. Code in backquotes, {{claims}}, {#ids}, numbers
// that are part of a name (`float4`, `sm_90`, `2D`, `out[3]`), and those that only say which one
// is meant ("line 12", "lane 0") are none. kernels/README.md has the rule.
struct WrittenNumber {
  std::string text;
  double value = 0.0;
};
[[nodiscard]] std::vector<WrittenNumber> numbers_in(std::string_view text);

// A verdict for each text of the lesson that holds a number without a claim; nothing when all is
// well. In lesson.md every number is a claim's. A text of lesson.toml may also name what is given
// before anything runs: sizes, what stands in the kernel's source, the machine's constants.
[[nodiscard]] std::vector<ClaimVerdict> check_numbers(const Lesson& lesson);

}  // namespace lanescope::lesson
