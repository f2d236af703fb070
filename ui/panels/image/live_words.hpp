#pragma once

#include <string>

#include "ui/session/session.hpp"

namespace lanescope::ui {

// What the live picture is, by which way it comes to the screen and why, and how long it takes.
[[nodiscard]] std::string live_sentence(const Session& session);
// What stands in its place while there is none.
[[nodiscard]] std::string no_live_picture(const Session& session);

}  // namespace lanescope::ui
