#pragma once

#include <string>

#include "ui/style/style.hpp"

namespace lanescope::ui {

// Words and colours as SVG writes them.
[[nodiscard]] std::string svg_escaped(const std::string& text);
[[nodiscard]] std::string svg_colour(Rgba colour);
// `over` with this opacity on `under`.
[[nodiscard]] Rgba svg_blend(Rgba over, Rgba under, float opacity);

}  // namespace lanescope::ui
