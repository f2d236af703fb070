#include "ui/widgets/heat.hpp"

#include <algorithm>

#include "sim/events/counter_table.hpp"
#include "ui/view/heat_choice.hpp"

namespace lanescope::ui::widgets {

style::Role heat_role(std::string_view heat) {
  using Unit = events::CounterUnit;
  if (heat == view::kCyclesHeat) return style::Role::Waiting;
  const auto counters = events::find_counters(heat);
  switch (counters.empty() ? Unit::Instructions : counters.front()->unit) {
    case Unit::Instructions:
      break;
    case Unit::Branches:
      return style::Role::Divergence;
    case Unit::Barriers:
    case Unit::Wavefronts:
      return style::Role::Waiting;
    case Unit::Conflicts:
      return style::Role::Conflict;
    case Unit::Requests:
    case Unit::Sectors:
    case Unit::Bytes:
    case Unit::Words:
      return style::Role::Load;
  }
  return style::Role::Active;
}

float heat_width(const style::Style& style) { return 7.0F * style.scale; }

// A column of fixed height in which the hottest line fills its cell.
void paint_heat(ImDrawList& list, const style::Style& style, ImVec2 at, float height, double share,
                style::Role role) {
  const float width = heat_width(style), inset = 2.0F * style.scale;
  const ImVec2 low{at.x, at.y + inset}, high{at.x + width, at.y + height - inset};
  list.AddRectFilled(low, high, style.pack(style::Role::Inactive), 2.0F);
  if (share <= 0.0) return;
  const float filled = std::max((high.y - low.y) * static_cast<float>(share), 2.0F);
  list.AddRectFilled({low.x, high.y - filled}, high, style.outline(role), 2.0F);
}

}  // namespace lanescope::ui::widgets
