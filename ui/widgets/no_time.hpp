#pragma once

#include "ui/commands/commands.hpp"
#include "ui/session/session.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::widgets {

// In the place of a panel's content: why the run on screen has no modelled time, and where that is
// off, a button that turns it on. False: there is a time, and nothing was drawn.
bool no_time(const style::Style& style, const session::Session& session,
             commands::CommandQueue& commands);

}  // namespace lanescope::ui::widgets
