#include "ui/widgets/scroll_edges.hpp"

#include <algorithm>
#include <cmath>

namespace lanescope::ui::widgets {
namespace {

constexpr float kLeast = 2.0F;  // lines: less than these are drawn as far as they are seen

}  // namespace

bool row_is_whole(const ImDrawList& list, float top, float bottom) {
  const float from = list.GetClipRectMin().y, to = list.GetClipRectMax().y;
  if ((bottom - top) * kLeast > to - from) return true;
  const float slack = kSlack + (bottom - top) * 0.1F;  // of which signs use none
  return top >= from - slack && bottom <= to + slack;
}

WholeLines::WholeLines(float top, float line) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 from = list.GetClipRectMin(), to = list.GetClipRectMax();
  if (line <= 0.0F || to.y - from.y < line * kLeast) return;
  const float above = std::max(0.0F, std::ceil((from.y - kSlack - top) / line));
  const float seen = std::floor((to.y + kSlack - top) / line);
  const float first = std::max(from.y, top + above * line);
  const float last = std::min(to.y, top + seen * line);
  clips_ = true;
  ImGui::PushClipRect({from.x, first}, {to.x, std::max(first, last + kSlack)}, true);
}

WholeLines::~WholeLines() {
  if (clips_) ImGui::PopClipRect();
}

void draw_scroll_shadows(const style::Style& style) {
  const float scrolled = ImGui::GetScrollY(), left = ImGui::GetScrollMaxY() - scrolled;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 from = list.GetClipRectMin();
  const ImVec2 to{list.GetClipRectMax().x - ImGui::GetStyle().ScrollbarSize,
                  list.GetClipRectMax().y};
  const float height = std::min(style.gap * 0.75F, (to.y - from.y) / 4);
  const style::Role role = style.dark ? style::Role::Background : style::Role::TextSecondary;
  const std::uint32_t dark = style.pack(role, style.dark ? 0.9F : 0.25F);
  const std::uint32_t clear = style.pack(role, 0.0F);
  if (scrolled > kSlack)
    list.AddRectFilledMultiColor(from, {to.x, from.y + height}, dark, dark, clear, clear);
  if (left > kSlack)
    list.AddRectFilledMultiColor({from.x, to.y - height}, to, clear, clear, dark, dark);
}

}  // namespace lanescope::ui::widgets
