#pragma once

#include <cstdint>
#include <optional>

#include "ui/figures/grid_model.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui {

// The blocks of a grid in a rectangle of the window, as one item; blocks too small to be seen one
// by one are drawn as stretches. Gives the block that was clicked.
std::optional<std::uint64_t> draw_grid(const Style& style, const GridModel& model, float width,
                                       float height);

}  // namespace lanescope::ui
