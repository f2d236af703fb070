#pragma once

#include <string>
#include <vector>

#include "ui/panels/panel.hpp"
#include "ui/panels/registers/watch_model.hpp"

namespace lanescope::ui::panels::registers {

// Where lanes stand in the panel: the cells of the registers below them.
struct LaneColumns {
  float name = 0, cell = 0, height = 0;
  int first = 0, lanes = 0;
};

// What is watched: the expression, and under it its value in each lane. Draws nothing when nothing
// is.
void draw_watches(Frame& frame, const std::vector<WatchRow>& rows, const LaneColumns& columns);
// The line in which another one is typed; `typed` lives from frame to frame.
void watch_input(Frame& frame, std::string& typed);

}  // namespace lanescope::ui::panels::registers
