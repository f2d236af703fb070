#pragma once

#include "lab/lesson/lesson.hpp"
#include "ui/view/tools.hpp"

namespace lanescope::ui::session {

// The values on screen with the size and radius of live pictures, as far as the rung has such
// parameters; the same values: it has none, or nothing else is wanted.
[[nodiscard]] lesson::ParameterValues live_values(const lesson::Rung& rung,
                                                  lesson::ParameterValues values,
                                                  const view::ImageView& view);

}  // namespace lanescope::ui::session
