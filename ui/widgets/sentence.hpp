#pragma once

#include <string_view>

#include "ui/style/style.hpp"

namespace lanescope::ui::widgets {

// The sentence under a picture, and behind it at the right edge a verdict in a role's ink:
//
//   8 wavefronts, 1 would do: lanes 0, 2, 4 … 14 all need bank 8.      8-way conflict
//
// Where the two have no room beside each other, the verdict goes below.
void sentence(const style::Style& style, std::string_view text, std::string_view verdict = {},
              style::Role role = style::Role::Text);
// How high it will be, the gap above it included.
[[nodiscard]] float sentence_height(const style::Style& style, std::string_view text, float width,
                                    std::string_view verdict = {});

}  // namespace lanescope::ui::widgets
