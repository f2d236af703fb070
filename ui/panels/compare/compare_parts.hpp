#pragma once

#include "ui/panels/compare/compare_model.hpp"
#include "ui/panels/panel.hpp"

// The parts of Compare above and below its pictures. Private to the panel.
namespace lanescope::ui::panels::compare {

// What B is, pin, and which pictures stand below the lanes.
void draw_compare_controls(Frame& frame);
// The counters of both runs; columns without room are dropped, the difference first.
void draw_compare_table(Frame& frame, const CompareModel& model);

}  // namespace lanescope::ui::panels::compare
