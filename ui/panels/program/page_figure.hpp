#pragma once

#include "ui/figures/program/page_map.hpp"
#include "ui/panels/panel.hpp"

namespace lanescope::ui::panels::program {

// Draws the pages of managed memory, a strip for each step of the program below what it does, and
// what the colours mean.
void draw_pages(Frame& frame, const figures::program::PageMap& map);

}  // namespace lanescope::ui::panels::program
