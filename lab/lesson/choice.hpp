#pragma once

#include <optional>
#include <string_view>

namespace lanescope::lesson {

// The number that a choice of a question begins with, and how finely it is written: "1,024",
// "50 %" (0.5), "0.464".
struct ChoiceNumber {
  double value = 0.0;
  double half_step = 0.0;  // half of its last decimal; 0: a whole number, which is exact
};
[[nodiscard]] std::optional<ChoiceNumber> number_of_choice(std::string_view choice);
// Whether the choice is this value, as finely as it is written: "0.464" is 0.4643, "3" is not 3.4.
[[nodiscard]] bool is_choice(std::string_view choice, double value);

}  // namespace lanescope::lesson
