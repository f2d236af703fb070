#include "ui/widgets/reason_bar.hpp"

namespace lanescope::ui::widgets {
namespace {

void draw_stripes(ImDrawList& list, const style::Style& style, ImVec2 min, ImVec2 max) {
  const float step = 5.0F * style.scale, high = max.y - min.y;
  list.PushClipRect(min, max, true);
  for (float x = min.x; x < max.x + high; x += step)
    list.AddLine({x, min.y}, {x - high, max.y}, style.pack(style::Role::Panel), 1.5F * style.scale);
  list.PopClipRect();
}

void draw_dots(ImDrawList& list, const style::Style& style, ImVec2 min, ImVec2 max) {
  const float step = 5.0F * style.scale, y = (min.y + max.y) / 2;
  for (float x = min.x + step / 2; x + step / 2 <= max.x; x += step)
    list.AddCircleFilled({x, y}, 1.2F * style.scale, style.pack(style::Role::Panel));
}

}  // namespace

void draw_reason(ImDrawList& list, const style::Style& style, ImVec2 min, ImVec2 max,
                 timing::Reason reason) {
  using Pattern = figures::ReasonLook::Pattern;
  const figures::ReasonLook look = figures::reason_look(reason);
  list.AddRectFilled(min, max, style.outline(look.role), 2.0F * style.scale);
  if (look.pattern == Pattern::Striped) draw_stripes(list, style, min, max);
  if (look.pattern == Pattern::Dotted) draw_dots(list, style, min, max);
}

}  // namespace lanescope::ui::widgets
