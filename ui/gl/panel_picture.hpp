#pragma once

#include "ui/gl/offscreen.hpp"
#include "ui/studio/studio.hpp"

namespace lanescope::ui::gl {

// What `export-picture` asked for, taken from the frame just drawn; a complaint goes to the status
// line. True when there was something to take.
bool serve_picture(session::Session& session, const Image& frame);

// The part of a frame where a panel is.
[[nodiscard]] Image cut(const Image& from, const studio::Studio::PanelRect& place);

}  // namespace lanescope::ui::gl
