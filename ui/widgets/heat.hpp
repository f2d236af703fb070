#pragma once

#include <string_view>

#include <imgui.h>

#include "ui/style/style.hpp"

namespace lanescope::ui::widgets {

// The heat of a line of source or machine code: the counter's name, as in heat_choice.hpp.
[[nodiscard]] style::Role heat_role(std::string_view heat);
[[nodiscard]] float heat_width(const style::Style& style);
// A column of fixed height in which the hottest line fills its cell.
void paint_heat(ImDrawList& list, const style::Style& style, ImVec2 at, float height, double share,
                style::Role role);

}  // namespace lanescope::ui::widgets
