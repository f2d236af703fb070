#pragma once

#include "ui/figures/strands.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::widgets {

// The paths of a warp as strands that split and join, over the width at hand; a marker on each says
// where its lanes stand at the moment of the step: filled for the one that issues, hollow for one
// that could, square for one that waits. One ImGui item; nothing for a warp that is one group.
void draw_strands(const style::Style& style, const figures::Strands& strands, double moment);
[[nodiscard]] float strands_height(const style::Style& style, const figures::Strands& strands);

}  // namespace lanescope::ui::widgets
