#pragma once

#include <cstdint>
#include <optional>

#include "ui/figures/structures/graph_layout.hpp"

namespace lanescope::ui::figures::structures {

// A vertex's radius, in distances to the nearest other one.
inline constexpr float kShare = 0.40F;

// A small graph around a ring, in an order in which few chords cross.
void lay_on_ring(const GraphShape& shape, const GraphFrame& frame, GraphLayout& out);

// The one vertex that has an edge to every other one, where these have hardly any among each other.
[[nodiscard]] std::optional<std::uint32_t> hub_of(const GraphShape& shape);
// It in the midst, and the others around it by their numbers.
void lay_around(std::uint32_t hub, const GraphShape& shape, const GraphFrame& frame,
                GraphLayout& out);

}  // namespace lanescope::ui::figures::structures
