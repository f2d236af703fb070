#pragma once

#include "sim/base/result.hpp"
#include "ui/gl/gui_options.hpp"

namespace lanescope::ui::gl {

// The studio in a window; returns the process's exit status. No display: an Error (Missing).
[[nodiscard]] Result<int> run_gui(const GuiOptions& options,
                                  const ports::equipment::Equipment& equipment);
[[nodiscard]] bool has_display();

}  // namespace lanescope::ui::gl
