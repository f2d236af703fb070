#pragma once

#include <imgui.h>

#include "ui/model/state.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui {

// The heat of a line of source or machine code.
[[nodiscard]] Role heat_role(Heat heat);
[[nodiscard]] float heat_width(const Style& style);
// A column of fixed height in which the hottest line fills its cell.
void paint_heat(ImDrawList& list, const Style& style, ImVec2 at, float height, double share,
                Role role);

}  // namespace lanescope::ui
