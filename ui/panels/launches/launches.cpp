#include "ui/panels/launches/launches.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/widgets/text.hpp"

namespace lanescope::ui::panels::launches {
namespace {

using figures::program::LaunchRow;

// Where columns end, as shares of the width; a narrow panel has no place and no shape.
struct Columns {
  float title, shape, steps, conflicts, efficiency, place;
};
Columns columns_for(const style::Style& style, float width) {
  if (width > style.text_size * 46.0F) return {0.24F, 0.42F, 0.57F, 0.70F, 0.82F, 1.0F};
  if (width > style.text_size * 30.0F) return {0.30F, 0.52F, 0.70F, 0.85F, 1.0F, 0.0F};
  return {0.40F, 0.40F, 0.66F, 0.83F, 1.0F, 0.0F};
}

struct Cells {
  const style::Style& style;
  ImVec2 min, max;

  void left(float from, float to, const widgets::TextLook& look, std::string_view text) const {
    put(from, to, look, text, 0.0F);
  }
  void right(float from, float to, const widgets::TextLook& look, std::string_view text) const {
    put(from, to, look, text, 1.0F);
  }

 private:
  void put(float from, float to, const widgets::TextLook& look, std::string_view text,
           float align) const {
    if (to <= from) return;
    const float width = max.x - min.x;
    widgets::draw_text_in(*ImGui::GetWindowDrawList(), style, look, {min.x + width * from, min.y},
                          {min.x + width * to - style.gap * 0.5F, max.y}, text, align);
  }
};

void draw_head(const style::Style& style) {
  const float width = ImGui::GetContentRegionAvail().x, height = style.text_size * 1.5F;
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const Cells cells{style, min, {min.x + width, min.y + height}};
  const Columns at = columns_for(style, width);
  const widgets::TextLook look = widgets::small_text(style);
  cells.left(0.0F, at.title, look, tr("kernel"));
  cells.left(at.title, at.shape, look, tr("grid · block"));
  cells.right(at.shape, at.steps, look, tr("warp instr."));
  cells.right(at.steps, at.conflicts, look, tr("conflicts"));
  cells.right(at.conflicts, at.efficiency, look, tr("SIMT eff."));
  cells.right(at.efficiency, at.place, look, tr("line"));
  ImGui::Dummy({width, height});
}

}  // namespace

std::string_view LaunchesPanel::help() const {
  return tr(
      "Every launch of the program, in the order in which the host issued them, with what it did "
      "over its whole grid: warp instructions, bank conflicts, and the share of lanes that work. A "
      "click steps through one with what it really read. L goes to the next, Shift+L back.");
}

std::string LaunchesPanel::note(const Frame& frame) {
  return figures::program::launches_title(frame.session);
}

void LaunchesPanel::draw_row(Frame& frame, std::size_t index) const {
  const style::Style& style = frame.style;
  const LaunchRow& row = rows_[index];
  const float width = std::max(8.0F, ImGui::GetContentRegionAvail().x);
  ImGui::PushID(static_cast<int>(index));
  const bool clicked = ImGui::InvisibleButton("###launch", {width, style.text_size * 1.5F});
  ImGui::PopID();
  const Cells cells{style, ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (frame.session.shows_launch() && frame.session.state().program.launch == index)
    list.AddRectFilled(cells.min, cells.max, style.pack(style::Role::Accent, 0.18F),
                       style.rounding * 0.5F);
  if (ImGui::IsItemHovered()) {
    list.AddRect(cells.min, cells.max, style.outline(style::Role::Accent), style.rounding * 0.5F);
    widgets::tooltip(style, fmt::format("{} · {} · {}{}{}", row.title, row.shape, row.place,
                                        row.gpu.empty() ? "" : " · ", row.gpu));
  }
  const Columns at = columns_for(style, width);
  const auto look = [&](style::Role role) {
    widgets::TextLook made = widgets::small_mono(style);
    made.colour = style.ink(role);
    return made;
  };
  using style::Role;
  cells.left(0.0F, at.title, look(row.wrong ? Role::Error : Role::Text), row.title);
  cells.left(at.title, at.shape, look(Role::TextSecondary), row.shape);
  cells.right(at.shape, at.steps, look(Role::Text), row.steps);
  cells.right(at.steps, at.conflicts, look(row.conflicting ? Role::Conflict : Role::Equal),
              row.conflicts);
  cells.right(at.conflicts, at.efficiency, look(Role::Text), row.efficiency);
  cells.right(at.efficiency, at.place, look(Role::TextSecondary), row.place);
  if (clicked) frame.commands.post(fmt::format("launch index={}", index));
}

void LaunchesPanel::draw_content(Frame& frame) {
  const auto& saved = frame.session.state().program.saved;
  if (!saved) {
    widgets::empty_state(frame.style, tr("No program is open. The launches of one are listed here, "
                                         "to be stepped through."));
    return;
  }
  if (saved != of_) {
    of_ = saved;
    rows_ = figures::program::launch_rows(*saved);
  }
  if (rows_.empty()) {
    widgets::empty_state(frame.style, tr("The program launched nothing."));
    return;
  }
  draw_head(frame.style);
  ImGui::BeginChild("###rows");
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(rows_.size()));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      draw_row(frame, static_cast<std::size_t>(i));
  }
  ImGui::EndChild();
}

}  // namespace lanescope::ui::panels::launches
