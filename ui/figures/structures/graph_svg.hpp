#pragma once

#include <string>

#include "ui/figures/structures/graph_model.hpp"

namespace lanescope::ui::figures::structures {

// The graph at the session's moment as a drawing for slides and texts. Plain SVG 1.1.
[[nodiscard]] Result<std::string> graph_svg(const session::Session& session, bool dark);

}  // namespace lanescope::ui::figures::structures
