#pragma once

#include "ui/figures/flow/flow_scene.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui {

struct FlowPointer {
  std::optional<FlowHit> hit;
  bool clicked = false;
};
// Draws the scene at the cursor, as an ImGui item; tells which cell the pointer is on.
FlowPointer draw_flow_figure(const Style& style, const FlowPicture& picture,
                             const FlowScene& scene);

}  // namespace lanescope::ui
