#pragma once

#include <string>

#include "ui/session/session.hpp"

namespace lanescope::ui::panels::image {

// What the live picture is, by which way it comes to the screen and why, and how long it takes.
[[nodiscard]] std::string live_sentence(const session::Session& session);
// What stands in its place while there is none.
[[nodiscard]] std::string no_live_picture(const session::Session& session);

}  // namespace lanescope::ui::panels::image
