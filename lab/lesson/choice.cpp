#include "lab/lesson/choice.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

namespace lanescope::lesson {

std::optional<ChoiceNumber> number_of_choice(std::string_view choice) {
  std::string digits(choice);
  std::erase(digits, ',');
  char* end = nullptr;
  ChoiceNumber number{std::strtod(digits.c_str(), &end)};
  const auto length = static_cast<std::size_t>(end - digits.c_str());
  if (length == 0) return std::nullopt;
  const std::size_t point = digits.find('.');
  if (point < length)
    number.half_step = 0.5 * std::pow(10.0, -static_cast<double>(length - point - 1));
  if (digits.find('%', length) == std::string::npos) return number;
  return ChoiceNumber{number.value / 100.0, number.half_step / 100.0};
}

bool is_choice(std::string_view choice, double value) {
  const auto number = number_of_choice(choice);
  if (!number) return false;
  const double rounding = 1e-9 * std::max(1.0, std::abs(value));  // of the metric's arithmetic
  return std::abs(number->value - value) <= number->half_step + rounding;
}

}  // namespace lanescope::lesson
