#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ui/style/style.hpp"

namespace lanescope::ui::widgets {

struct Choice {
  std::string value, words;
  std::string hint;  // while the pointer is on it
};
// A title and a drop-down of choices behind it, or below it where the two have no room beside each
// other. What was chosen now; nullopt: nothing. `name` is the item's id.
//
//   Architecture          sm_90 ▾
[[nodiscard]] std::optional<std::string> choice_row(const style::Style& style,
                                                    std::string_view name, std::string_view title,
                                                    std::span<const Choice> choices,
                                                    std::string_view value);

}  // namespace lanescope::ui::widgets
