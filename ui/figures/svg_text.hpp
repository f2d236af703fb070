#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ui/style/style.hpp"

namespace lanescope::ui::figures {

// What a drawing begins with, in SVG 1.1: its sizes in pixels, type, and background.
[[nodiscard]] std::string svg_begin(double width, double height, double font,
                                    style::Rgba background,
                                    std::string_view family = "Inter, sans-serif");
// A group that is shifted to the right and down, for the edge around a drawing.
[[nodiscard]] std::string svg_group_at(double edge);
// Words and colours as SVG has them.
[[nodiscard]] std::string svg_escaped(std::string_view text);
// Broken at blanks, where there are any, into lines of at most so many signs.
[[nodiscard]] std::vector<std::string> svg_lines(std::string_view sentence, std::size_t signs);
[[nodiscard]] std::string svg_colour(style::Rgba colour);
// `over` with this opacity on `under`.
[[nodiscard]] style::Rgba svg_blend(style::Rgba over, style::Rgba under, float opacity);

}  // namespace lanescope::ui::figures
