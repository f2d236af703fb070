#include <imgui.h>
#include <imgui_internal.h>

#include "ui/studio/parts.hpp"

namespace lanescope::ui::studio {
namespace {

void paint_ground(ImDrawList& list, const style::Style& style, const ImGuiDockNode& node) {
  const ImVec2 min = node.Pos, max{node.Pos.x + node.Size.x, node.Pos.y + node.Size.y};
  const float header = style.title_size * 0.97F + 2 * style.gap;
  const float round = style.rounding * 1.2F;
  list.AddRectFilled(min, max, style.pack(style::Role::Panel), round);
  list.AddRectFilled(min, {max.x, min.y + header}, style.pack(style::Role::Header), round,
                     ImDrawFlags_RoundTop);
  list.AddRect(min, max, style.pack(style::Role::Line), round);
}

void paint_leaves(ImDrawList& list, const style::Style& style, const ImGuiDockNode* node) {
  if (node == nullptr || !node->IsVisible) return;
  if (node->IsLeafNode()) {
    if (node->Windows.Size > 0) paint_ground(list, style, *node);
    return;
  }
  paint_leaves(list, style, node->ChildNodes[0]);
  paint_leaves(list, style, node->ChildNodes[1]);
}

}  // namespace

void paint_grounds(const style::Style& style, std::uint32_t dock_id) {
  paint_leaves(*ImGui::GetWindowDrawList(), style, ImGui::DockBuilderGetNode(dock_id));
}

}  // namespace lanescope::ui::studio
