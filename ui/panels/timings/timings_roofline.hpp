#pragma once

#include "ui/figures/roofline_model.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::panels::timings {

// Draws the roofs and the points in a plot of this size, within Timings' context of ImPlot and its
// look (timings_plot.hpp).
void draw_roofline(const style::Style& style, const figures::RooflineModel& model, float width,
                   float height);

}  // namespace lanescope::ui::panels::timings
