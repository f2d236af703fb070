#pragma once

#include <string>

#include "ui/panels/experiment/argument_rows.hpp"
#include "ui/panels/panel.hpp"

namespace lanescope::ui::panels::experiment {

// The arguments of the kernel and what each is given: a click on one offers other fills, a file, or
// a line to type in, whose text `typed` keeps from frame to frame.
void draw_arguments(Frame& frame, const ArgumentRows& arguments, std::string& typed);

}  // namespace lanescope::ui::panels::experiment
