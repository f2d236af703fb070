#pragma once

#include <optional>

#include "ui/gl/offscreen.hpp"

namespace lanescope::ui::session {
class Session;
}  // namespace lanescope::ui::session

namespace lanescope::ui::gl {

// The whole phase view, however little of it the panel shows: every column that a picture can hold,
// after the whole run. Nothing when no phase view is shown. An OpenGL context is current.
[[nodiscard]] std::optional<Result<Image>> whole_phase_view(const session::Session& session);

}  // namespace lanescope::ui::gl
