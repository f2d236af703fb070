#pragma once

#include <imgui.h>

#include "ui/figures/reasons.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::widgets {

// A rectangle in the colour and pattern of a reason of waiting.
void draw_reason(ImDrawList& list, const style::Style& style, ImVec2 min, ImVec2 max,
                 timing::Reason reason);

}  // namespace lanescope::ui::widgets
