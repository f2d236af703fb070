#pragma once

#include <string>

#include "ui/session/session.hpp"

namespace lanescope::ui::figures {

// The lesson's question asks for modelled time, and is not revealed.
[[nodiscard]] bool keeps_time_back(const session::Session& session);
// Why the run on screen shows no modelled time (session::shown_time): it is off, kept back, still
// being made, or cannot be. Empty: there is.
[[nodiscard]] std::string why_no_time(const session::Session& session);

}  // namespace lanescope::ui::figures
