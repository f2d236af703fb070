#pragma once

#include <string>
#include <string_view>

#include "sim/base/result.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::commands {

// Panels that are drawn anew as SVG 1.1, without what the lesson's question asks for. Arrays, whose
// picture has options of its own, is not among them.
struct PanelDrawing {
  std::string_view panel;
  Result<std::string> (*draw)(const session::Session& session, bool dark);
};
[[nodiscard]] const PanelDrawing* find_drawing(std::string_view panel);  // null: it has none
[[nodiscard]] std::string drawn_panels();                                // "graph, grid, …"

}  // namespace lanescope::ui::commands
