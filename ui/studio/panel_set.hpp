#pragma once

#include <memory>
#include <vector>

#include "ui/panels/panel.hpp"

namespace lanescope::ui::studio {

// Every panel, in the order of the View menu.
[[nodiscard]] std::vector<std::unique_ptr<panels::Panel>> make_panels();

}  // namespace lanescope::ui::studio
