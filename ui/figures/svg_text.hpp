#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ui/style/style.hpp"

namespace lanescope::ui::figures {

// Words and colours as SVG has them.
[[nodiscard]] std::string svg_escaped(std::string_view text);
// Broken at blanks, where there are any, into lines of at most so many signs.
[[nodiscard]] std::vector<std::string> svg_lines(std::string_view sentence, std::size_t signs);
[[nodiscard]] std::string svg_colour(style::Rgba colour);
// `over` with this opacity on `under`.
[[nodiscard]] style::Rgba svg_blend(style::Rgba over, style::Rgba under, float opacity);

}  // namespace lanescope::ui::figures
