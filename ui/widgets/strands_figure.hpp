#pragma once

#include "ui/figures/strands.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::widgets {

// The paths of a warp as strands that split and join, over the width at hand; a marker on each says
// where its lanes stand at the moment of the step: filled for the one that issues, hollow for one
// that could, square for one that waits. One ImGui item; nothing for a warp that is one group.
// `pitch`: from strand to strand, kStrandPitch text sizes where there is room, kLowStrandPitch
// where there is little, and kLeastStrandPitch for many strands there.
constexpr float kStrandPitch = 2.1F, kLowStrandPitch = 1.65F, kLeastStrandPitch = 1.4F;
void draw_strands(const style::Style& style, const figures::Strands& strands, double moment,
                  float pitch);
[[nodiscard]] float strands_height(const style::Style& style, const figures::Strands& strands,
                                   float pitch);

}  // namespace lanescope::ui::widgets
