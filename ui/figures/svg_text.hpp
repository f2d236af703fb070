#pragma once

#include <string>
#include <string_view>

#include "ui/style/style.hpp"

namespace lanescope::ui::figures {

// Words and colours as SVG has them.
[[nodiscard]] std::string svg_escaped(std::string_view text);
[[nodiscard]] std::string svg_colour(style::Rgba colour);
// `over` with this opacity on `under`.
[[nodiscard]] style::Rgba svg_blend(style::Rgba over, style::Rgba under, float opacity);

}  // namespace lanescope::ui::figures
