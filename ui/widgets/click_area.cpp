#include "ui/widgets/click_area.hpp"

#include <algorithm>

#include "ui/widgets/text.hpp"

namespace lanescope::ui::widgets {

bool click_area(const style::Style& style, const char* id, ImVec2 begin, std::string_view tip) {
  const ImVec2 end = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::SetCursorScreenPos(begin);
  const bool clicked = ImGui::InvisibleButton(id, {width, std::max(1.0F, end.y - begin.y)});
  if (ImGui::IsItemHovered()) {
    ImGui::GetWindowDrawList()->AddRect({begin.x - 4, begin.y - 2}, {begin.x + width, end.y},
                                        style.outline(style::Role::Accent), style.rounding * 0.5F);
    tooltip(style, tip);
  }
  ImGui::SetCursorScreenPos(end);
  return clicked;
}

void stripe_beside(const style::Style& style, ImVec2 begin, style::Role role) {
  const float wide = style.gap * 0.4F;
  const float bottom = ImGui::GetCursorScreenPos().y - ImGui::GetStyle().ItemSpacing.y;
  ImGui::GetWindowDrawList()->AddRectFilled(begin, {begin.x + wide, bottom}, style.pack(role),
                                            wide * 0.5F);
}

float stripe_inset(const style::Style& style) { return style.gap * 1.4F; }

}  // namespace lanescope::ui::widgets
