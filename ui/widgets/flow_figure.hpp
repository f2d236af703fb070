#pragma once

#include "ui/figures/flow/flow_scene.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::widgets {

struct FlowPointer {
  std::optional<figures::flow::FlowHit> hit;
  bool clicked = false;
};
// Draws the scene at the cursor, as an ImGui item; tells which cell the pointer is on.
FlowPointer draw_flow_figure(const style::Style& style, const figures::flow::FlowPicture& picture,
                             const figures::flow::FlowScene& scene);

}  // namespace lanescope::ui::widgets
