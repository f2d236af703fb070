#pragma once

#include <filesystem>

#include "sim/base/result.hpp"
#include "ui/gl/gui_options.hpp"

namespace lanescope::ui::gl {

// The same studio drawn off screen (EGL) into a PNG, after the script has run and all has settled.
// A GIF is written by `export-gif` in the script.
[[nodiscard]] Result<void> render_shot(const GuiOptions& options, const std::filesystem::path& png,
                                       const ports::equipment::Equipment& equipment);

}  // namespace lanescope::ui::gl
