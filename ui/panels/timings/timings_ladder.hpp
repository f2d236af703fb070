#pragma once

#include "ui/panels/panel.hpp"
#include "ui/panels/timings/timings_model.hpp"

namespace lanescope::ui::panels::timings {

// The rungs as bars; a click on one opens it.
void draw_ladder(Frame& frame, const TimingsModel& model, float width);

}  // namespace lanescope::ui::panels::timings
