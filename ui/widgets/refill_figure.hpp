#pragma once

#include <cstdint>
#include <optional>

#include "ui/figures/refill_model.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::widgets {

// Blocks of unequal length on SMs: a row for each place, from left to right the blocks that it
// takes, with their numbers. Gives the block that was clicked.
std::optional<std::uint64_t> draw_refill(const style::Style& style,
                                         const figures::RefillModel& model);

}  // namespace lanescope::ui::widgets
