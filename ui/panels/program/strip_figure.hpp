#pragma once

#include "ui/figures/program/host_strip.hpp"
#include "ui/panels/panel.hpp"

namespace lanescope::ui::panels::program {

// Draws the host strip as wide as the panel, to be scrolled sideways; a click on a launch opens it,
// on a call shows its line. One in time is as wide as the panel, or as often as the session's zoom
// says, and the wheel with Ctrl changes that.
void draw_strip(Frame& frame, const figures::program::HostStrip& strip, const char* id);

}  // namespace lanescope::ui::panels::program
