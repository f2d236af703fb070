#pragma once

#include "ui/lane_language/lane_expression.hpp"
#include "ui/view/view.hpp"

namespace lanescope::ui::lane_language {

// The names of a launch of the run on screen: parameters, arrays, and the variables of the source
// that stand for an expression. Reads the source text: keep it until run or launch change.
[[nodiscard]] LaneNames names_of(const view::View& view, std::uint32_t launch);
[[nodiscard]] LaneNames names_of(const view::View& view);  // of the shown launch

}  // namespace lanescope::ui::lane_language
