#pragma once

#include "ui/commands/commands.hpp"
#include "ui/figures/no_time.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::widgets {

// What a panel of modelled time shows without any, with a button that turns it on where it is off.
void draw_no_time(const style::Style& style, commands::CommandQueue& commands,
                  const figures::NoTime& why);

}  // namespace lanescope::ui::widgets
