#pragma once

#include <imgui.h>

#include "ui/figures/lane_groups.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::panels::warps {

// How high the brackets above the lanes are; 0 for a kernel whose lanes never meet.
[[nodiscard]] float brackets_height(const style::Style& style, const figures::LaneGroups& groups);
// In the flow of the window: `name` wide what stands before the lanes, a `cell` each.
void draw_brackets(const style::Style& style, const figures::LaneGroups& groups, float name,
                   float cell, int lanes);

}  // namespace lanescope::ui::panels::warps
