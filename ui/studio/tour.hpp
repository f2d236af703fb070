#pragma once

#include "ui/panels/panel.hpp"
#include "ui/studio/pen.hpp"

namespace lanescope::ui::studio {

// Where the parts around the panels are.
struct StudioParts {
  Box top_bar, transport;
};
// The callout of the stop that is shown, beside what it is about; the rest is dimmed, but works.
void draw_tour(panels::Frame& frame, const StudioParts& parts);
// "New here?" in a line.
void draw_tour_offer(panels::Frame& frame);

}  // namespace lanescope::ui::studio
