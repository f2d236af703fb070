#include "ui/panels/program/legend.hpp"

#include <imgui.h>

#include "ui/widgets/text.hpp"

namespace lanescope::ui::panels::program {

void draw_legend(const style::Style& style,
                 const std::vector<figures::program::StripLegend>& legend,
                 const std::string& note) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const widgets::TextLook look = widgets::small_text(style);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float right = from.x + ImGui::GetContentRegionAvail().x, swatch = style.small_size * 0.8F;
  const float height = widgets::measure(style, look, "x").y;
  ImVec2 at = from;
  for (const auto& entry : legend) {
    const float words = widgets::measure(style, look, entry.words).x;
    if (at.x > from.x && at.x + swatch + style.gap * 0.6F + words > right)
      at = {from.x, at.y + height};
    const float top = at.y + (height - swatch) / 2;
    list.AddRectFilled({at.x, top}, {at.x + swatch, top + swatch}, style.pack(entry.role),
                       style.rounding * 0.3F);
    at.x += swatch + style.gap * 0.6F;
    widgets::draw_text(list, style, look, at, entry.words);
    at.x += words + style.gap * 1.5F;
  }
  if (!note.empty() && at.x + widgets::measure(style, look, note).x <= right)
    widgets::draw_text(list, style, look, at, note);
  ImGui::Dummy({right - from.x, at.y + height - from.y});
}

}  // namespace lanescope::ui::panels::program
