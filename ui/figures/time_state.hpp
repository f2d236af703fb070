#pragma once

#include <string>

#include "ui/session/session.hpp"

namespace lanescope::ui::figures {

// Why the run on screen has no modelled time (session::shown_time): it is off, still being made, or
// cannot be. Empty: there is.
[[nodiscard]] std::string why_no_time(const session::Session& session);

}  // namespace lanescope::ui::figures
