#pragma once

#include <string_view>

#include <imgui.h>

#include "ui/style/style.hpp"

namespace lanescope::ui {

// The heat of a line of source or machine code: the counter's name, as in heat_choice.hpp.
[[nodiscard]] Role heat_role(std::string_view heat);
[[nodiscard]] float heat_width(const Style& style);
// A column of fixed height in which the hottest line fills its cell.
void paint_heat(ImDrawList& list, const Style& style, ImVec2 at, float height, double share,
                Role role);

}  // namespace lanescope::ui
