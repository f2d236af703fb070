#pragma once

#include <cstdint>
#include <optional>

#include "ui/figures/grid_model.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::widgets {

// The blocks of a grid in a rectangle of the window, as one item; blocks too small to be seen one
// by one are drawn as stretches. Gives the block that was clicked.
std::optional<std::uint64_t> draw_grid(const style::Style& style, const figures::GridModel& model,
                                       float width, float height);

}  // namespace lanescope::ui::widgets
