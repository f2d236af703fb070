#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ui/commands/commands.hpp"
#include "ui/style/style.hpp"
#include "ui/view/array_info.hpp"

// What the right button offers on a cell: who touched it before, who will. Opening one selects the
// cell, so that its entries, and their keys, speak of the selection. Call behind the ImGui item
// that the cell belongs to.
namespace lanescope::ui::widgets {

void element_menu(const style::Style& style, commands::CommandQueue& commands,
                  const std::optional<view::ElementRef>& under);
void register_menu(const style::Style& style, commands::CommandQueue& commands,
                   const std::string& name, std::optional<std::uint32_t> lane);

}  // namespace lanescope::ui::widgets
