#pragma once

#include <string>
#include <string_view>

#include "ui/style/style.hpp"

namespace lanescope::ui {

// Words and colours as SVG has them.
[[nodiscard]] std::string svg_escaped(std::string_view text);
[[nodiscard]] std::string svg_colour(Rgba colour);

}  // namespace lanescope::ui
