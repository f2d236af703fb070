#pragma once

#include <memory>
#include <vector>

#include "ui/panels/panel.hpp"
#include "ui/view/layout.hpp"

namespace lanescope::ui::studio {

// Every panel, in the order of the View menu.
[[nodiscard]] std::vector<std::unique_ptr<panels::Panel>> make_panels();
// Where each stands if a layout does not say so.
[[nodiscard]] std::vector<view::PanelHome> panel_homes(
    const std::vector<std::unique_ptr<panels::Panel>>& panels);

}  // namespace lanescope::ui::studio
