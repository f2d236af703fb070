#pragma once

#include <string>

#include "sim/base/result.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::figures::cycles {

// The panels of time as drawings for slides and texts: plain SVG 1.1, with the sentence below. An
// Error where there is no time to be drawn, which says why.
[[nodiscard]] Result<std::string> cycles_svg(const session::Session& session, bool dark);
[[nodiscard]] Result<std::string> schedulers_svg(const session::Session& session, bool dark);
[[nodiscard]] Result<std::string> sms_svg(const session::Session& session, bool dark);

}  // namespace lanescope::ui::figures::cycles
