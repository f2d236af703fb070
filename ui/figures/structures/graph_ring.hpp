#pragma once

#include "ui/figures/structures/graph_layout.hpp"

namespace lanescope::ui::figures::structures {

// A vertex's radius, in distances to the nearest other one.
inline constexpr float kShare = 0.40F;

// A small graph around a ring, in an order in which few chords cross.
void lay_on_ring(const GraphShape& shape, const GraphFrame& frame, GraphLayout& out);

}  // namespace lanescope::ui::figures::structures
