#pragma once

#include <cstdint>
#include <optional>

#include "ui/figures/rounds_model.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::widgets {

// The rounds of a grid: a column for each SM, a row for each round, blocks as cells with their
// numbers. Gives the block that was clicked.
std::optional<std::uint64_t> draw_rounds(const style::Style& style,
                                         const figures::RoundsModel& model);

}  // namespace lanescope::ui::widgets
