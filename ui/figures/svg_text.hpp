#pragma once

#include <string>
#include <string_view>

#include "ui/style/style.hpp"

namespace lanescope::ui {

// Words and colours as SVG has them.
[[nodiscard]] std::string svg_escaped(std::string_view text);
[[nodiscard]] std::string svg_colour(Rgba colour);
// `over` with this opacity on `under`.
[[nodiscard]] Rgba svg_blend(Rgba over, Rgba under, float opacity);

}  // namespace lanescope::ui
