#include "ui/widgets/flow_figure.hpp"

#include <algorithm>
#include <cmath>

#include <imgui.h>

#include "ui/widgets/text.hpp"

namespace lanescope::ui::widgets {
namespace {

class Painter {
 public:
  explicit Painter(const style::Style& style)
      : style_(style), list_(*ImGui::GetWindowDrawList()), origin_(ImGui::GetCursorScreenPos()) {
    origin_ = {std::floor(origin_.x), std::floor(origin_.y)};
  }

  void draw(const figures::flow::FlowTile& tile) {
    const ImVec2 min = at(tile.x0, tile.y0), max = at(tile.x1, tile.y1);
    const float side = std::min(max.x - min.x, max.y - min.y);
    const float rounding = side < 8.0F ? 0.0F : std::min(3.0F * style_.scale, side * 0.2F);
    if (tile.fill <= 0.0F || (tile.fill < 1.0F && !tile.outline))
      list_.AddRectFilled(min, max, style_.pack(style::Role::Inactive), rounding);
    if (tile.fill > 0.0F)
      list_.AddRectFilled(min, max, style_.pack(tile.role, tile.fill), rounding);
    if (tile.outline && (tile.fill < 1.0F || !style_.dark))
      list_.AddRect(min, max, style_.outline(tile.role), rounding, side < 6.0F ? 1.0F : 1.5F);
    if (tile.dot) {
      const figures::flow::FlowDot dot = figures::flow::dot_of(tile);
      list_.AddCircleFilled(at(dot.x, dot.y), dot.radius, style_.outline(tile.role));
    }
    if (tile.selected)
      list_.AddRect({min.x - 1.5F, min.y - 1.5F}, {max.x + 1.5F, max.y + 1.5F},
                    style_.outline(style::Role::Selected), rounding, 2.0F);
  }
  void draw(const figures::flow::FlowEdge& edge) {
    list_.AddRect(at(edge.x0, edge.y0), at(edge.x1, edge.y1), style_.outline(style::Role::Accent),
                  4.0F * style_.scale, 1.5F * style_.scale);
  }
  void draw(const figures::flow::FlowStroke& stroke) {
    list_.AddBezierCubic(at(stroke.x0, stroke.y0), at(stroke.bend_x0, stroke.bend_y0),
                         at(stroke.bend_x1, stroke.bend_y1), at(stroke.x1, stroke.y1),
                         style_.outline(stroke.role, stroke.faint ? 0.45F : 1.0F),
                         (stroke.faint ? 1.0F : 1.75F) * style_.scale);
  }
  void draw(const figures::flow::FlowLabel& label) {
    TextLook look = label.value ? small_mono(style_) : small_text(style_);
    if (label.ground != style::Role::Panel)
      look.colour = style_.on(label.ground);
    else if (label.value)
      look.colour = style_.pack(style::Role::Text);
    const ImVec2 min = at(label.x0, label.y0), max = at(label.x1, label.y1);
    if (label.value) look.size = std::min(style_.small_size, (max.y - min.y) * 0.6F);
    if (label.value && measure(style_, look, label.text).x > max.x - min.x) return;
    draw_text_in(list_, style_, look, min, max, label.text, label.align);
  }

 private:
  [[nodiscard]] ImVec2 at(float x, float y) const { return {origin_.x + x, origin_.y + y}; }
  const style::Style& style_;
  ImDrawList& list_;
  ImVec2 origin_;
};

}  // namespace

FlowPointer draw_flow_figure(const style::Style& style, const figures::flow::FlowPicture& picture,
                             const figures::flow::FlowScene& scene) {
  FlowPointer pointer;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  Painter painter(style);
  for (const figures::flow::FlowTile& tile : scene.tiles) painter.draw(tile);
  for (const figures::flow::FlowEdge& edge : scene.edges) painter.draw(edge);
  for (const figures::flow::FlowStroke& stroke : scene.strokes) painter.draw(stroke);
  for (const figures::flow::FlowLabel& label : scene.labels) painter.draw(label);
  pointer.clicked = ImGui::InvisibleButton(
      "###flow", {std::max(scene.layout.width, 1.0F), std::max(scene.layout.height, 1.0F)});
  if (!ImGui::IsItemHovered() || scene.layout.cell <= 0.0F) return pointer;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  pointer.hit =
      figures::flow::flow_hit(scene.layout, picture, mouse.x - origin.x, mouse.y - origin.y);
  return pointer;
}

}  // namespace lanescope::ui::widgets
