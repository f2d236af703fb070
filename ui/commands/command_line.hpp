#pragma once

#include <string>

#include "sim/base/result.hpp"

namespace lanescope::ui::session {
class Session;
}  // namespace lanescope::ui::session

namespace lanescope::ui::commands {

// The experiment on screen as a line for a shell: `lanescope run reduction/sequential --set n=4096
// --set block=128`. An Error where no line says the same: an edited source, several launches.
[[nodiscard]] Result<std::string> command_line_of(const session::Session& session);

}  // namespace lanescope::ui::commands
