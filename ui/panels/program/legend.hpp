#pragma once

#include <string>
#include <vector>

#include "ui/figures/program/host_strip.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::panels::program {

// What colours mean, in one line where it is wide enough; behind it a note, where there is room.
void draw_legend(const style::Style& style,
                 const std::vector<figures::program::StripLegend>& legend, const std::string& note);

}  // namespace lanescope::ui::panels::program
