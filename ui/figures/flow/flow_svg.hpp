#pragma once

#include <string>

#include "ui/figures/flow/flow_scene.hpp"
#include "ui/figures/phase_svg.hpp"

namespace lanescope::ui::figures::flow {

// The flow picture as a drawing for slides and texts: plain SVG 1.1.
[[nodiscard]] std::string flow_svg(FlowShape shape, const FlowPicture& picture, FlowValues values,
                                   const SvgOptions& options);

}  // namespace lanescope::ui::figures::flow
