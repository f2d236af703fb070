#pragma once

#include "ui/panels/panel.hpp"
#include "ui/panels/what_if/what_if_model.hpp"

namespace lanescope::ui::panels::what_if {

// Each a row: a click asks it, and below it stands what can be predicted; the answer stands behind
// it. `low`: there is little height.
//
//   ✓ no bank conflicts      6,330 → 5,790
//   ○ barriers are free
//      [ less ] [ about the same ] [ more ]
void draw_questions(Frame& frame, const WhatIfModel& model, bool low);
// That reveal all of them, or ask them again.
void draw_question_buttons(Frame& frame, const WhatIfModel& model);

}  // namespace lanescope::ui::panels::what_if
