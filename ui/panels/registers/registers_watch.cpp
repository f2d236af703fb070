#include "ui/panels/registers/registers_watch.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "ui/view/numbers.hpp"
#include "ui/widgets/buttons.hpp"
#include "ui/widgets/cells.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::registers {
namespace {

// The expression at the left, a cross at the right that takes it away.
void draw_title(Frame& frame, const WatchRow& row, const LaneColumns& columns) {
  const style::Style& style = frame.style;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float width = columns.name + columns.cell * static_cast<float>(columns.lanes);
  widgets::TextLook look = widgets::mono(style);
  look.colour = style.ink(row.changed != 0 ? style::Role::Active : style::Role::Explained);
  widgets::draw_text_in(*ImGui::GetWindowDrawList(), style, look, origin,
                        {origin.x + width - columns.height, origin.y + columns.height},
                        row.expression, 0.0F);
  ImGui::SetCursorScreenPos({origin.x + width - columns.height, origin.y});
  if (widgets::icon_button(style, "###unwatch", widgets::Icon::Cross,
                           {columns.height, columns.height}, widgets::Emphasis::Quiet))
    frame.commands.post(fmt::format("unwatch expression={}", session::quote(row.expression)));
  if (ImGui::IsItemHovered()) widgets::tooltip(style, tr("Stop watching this."));
}

void draw_values(Frame& frame, const WatchRow& row, const LaneColumns& columns) {
  const style::Style& style = frame.style;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (int i = 0; i < columns.lanes; ++i) {
    const auto lane = static_cast<std::size_t>(columns.first) + static_cast<std::size_t>(i);
    if (lane >= row.values.size()) break;
    const bool changed = (row.changed >> lane & 1U) != 0;
    const float left = origin.x + columns.name + static_cast<float>(i) * columns.cell;
    const widgets::CellLook look{
        changed ? style::Role::Active : style::Role::Explained,
        row.values[lane].empty() ? widgets::CellShape::Faint
        : changed                ? widgets::CellShape::Filled
                                 : widgets::CellShape::Outlined,
        frame.session.state().cursor.selection.lane == static_cast<std::uint32_t>(lane)};
    widgets::draw_cell(list, style, {left + 1, origin.y + 1},
                       {left + columns.cell - 1, origin.y + columns.height - 1}, look,
                       row.values[lane]);
  }
  const float width = columns.name + columns.cell * static_cast<float>(columns.lanes);
  const bool clicked = ImGui::InvisibleButton("###values", {width, columns.height});
  const float at = ImGui::GetIO().MousePos.x - origin.x - columns.name;
  const auto lane = columns.first + static_cast<int>(at / columns.cell);
  const bool on_lane = at > 0 && lane >= 0 && lane < static_cast<int>(row.values.size());
  if (clicked && on_lane) frame.commands.post(fmt::format("select lane={}", lane));
  if (!ImGui::IsItemHovered() || !on_lane) return;
  const std::string& value = row.values[static_cast<std::size_t>(lane)];
  widgets::tooltip(
      style,
      say("{} in lane {}: {}{}", row.expression, lane,
          value.empty() ? tr("no value here (outside the array, or a register that "
                             "holds nothing)")
                        : value,
          (row.changed >> static_cast<unsigned>(lane) & 1U) != 0 ? tr(", changed by this step.")
                                                                 : "."));
}

}  // namespace

void draw_watches(Frame& frame, const std::vector<WatchRow>& rows, const LaneColumns& columns) {
  for (const WatchRow& row : rows) {
    ImGui::PushID(row.expression.c_str());
    draw_title(frame, row, columns);
    if (row.complaint.empty())
      draw_values(frame, row, columns);
    else
      widgets::paragraph(frame.style, widgets::small_text(frame.style), row.complaint);
    ImGui::PopID();
  }
  if (!rows.empty()) ImGui::Dummy({0, frame.style.gap * 0.5F});
}

void watch_input(Frame& frame, std::string& typed) {
  const style::Style& style = frame.style;
  ImGui::Dummy({0, style.gap * 0.5F});
  ImGui::SetNextItemWidth(-1);
  const bool done =
      ImGui::InputTextWithHint("###watch", tr("Watch: sdata[threadIdx.x], n, %r5 * 2"), &typed,
                               ImGuiInputTextFlags_EnterReturnsTrue);
  if (ImGui::IsItemHovered()) {
    widgets::tooltip(
        style,
        tr("An expression over what a lane sees: the kernel's parameters and arrays, registers, "
           "threadIdx.x …, and variables of the source that are never assigned again. Of other "
           "variables the compiler leaves no names: watch their registers."));
  }
  if (!done || typed.empty()) return;
  frame.commands.post(fmt::format("watch expression={}", session::quote(typed)));
  typed.clear();
}

}  // namespace lanescope::ui::panels::registers
