#include "ui/panels/timings/timings_ladder.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::timings {
namespace {

// What all rows have in common.
struct Rows {
  float width = 0.0F, height = 0.0F, values = 0.0F;
  bool beside = false;  // each has a second bar
};

// Where a row's bars stand.
struct Track {
  float left = 0.0F, room = 0.0F;
  [[nodiscard]] float at(double share) const { return left + room * static_cast<float>(share); }
};

void draw_floor(const style::Style& style, const TimingsBar& bar, const Track& track, float y,
                float half) {
  if (bar.floor <= 0.0) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float floor = track.at(bar.floor), over = style.text_size * 0.75F;
  list.AddRectFilled({track.left, y - half}, {floor, y + half},
                     style.pack(style::Role::Panel, 0.55F));
  list.AddLine({floor, y - over}, {floor, y + over}, style.pack(style::Role::Limit), style.scale);
}

// From the least to the most that it may be, with an end at either side.
void draw_error(const style::Style& style, const TimingsBar& bar, const Track& track, float y,
                float half) {
  if (bar.most <= 0.0) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const std::uint32_t colour = style.pack(style::Role::Text);
  const float least = track.at(bar.least), most = track.at(bar.most), thick = 1.5F * style.scale;
  list.AddLine({least, y}, {most, y}, colour, thick);
  for (const float x : {least, most})
    list.AddLine({x, y - half * 0.8F}, {x, y + half * 0.8F}, colour, thick);
}

void draw_bars(const style::Style& style, const TimingsBar& bar, const Track& track, float top,
               const Rows& rows) {
  if (track.room <= 4.0F) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float half = style.text_size * 0.28F;
  const float y = top + rows.height * (rows.beside ? 0.36F : 0.5F);
  const auto end = [&](double share) { return std::max(track.at(share), track.left + 2.0F); };
  if (bar.share > 0.0) {
    list.AddRectFilled({track.left, y - half}, {end(bar.share), y + half},
                       style.pack(bar.here ? style::Role::Accent : style::Role::TextSecondary),
                       half * 0.5F);
    draw_floor(style, bar, track, y, half);
    draw_error(style, bar, track, y, half);
  }
  if (bar.beside <= 0.0) return;
  const float thin = half * 0.6F, below = y + half + style.gap * 0.25F + thin;
  list.AddRectFilled({track.left, below - thin}, {end(bar.beside), below + thin},
                     style.pack(style::Role::RunB), thin * 0.5F);
}

void draw_values(const style::Style& style, const TimingsBar& bar, ImVec2 min, ImVec2 max) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (bar.beside_text.empty()) {
    widgets::draw_text_in(list, style, widgets::small_mono(style), min, max, bar.text, 1.0F);
    return;
  }
  const float middle = (min.y + max.y) / 2;
  widgets::TextLook look = widgets::small_mono(style);
  widgets::draw_text_in(list, style, look, min, {max.x, middle}, bar.text, 1.0F);
  look.colour = style.ink(style::Role::RunB);
  widgets::draw_text_in(list, style, look, {min.x, middle}, max, bar.beside_text, 1.0F);
}

std::string tip_of(const TimingsBar& bar) {
  std::string tip = bar.there ? say("{}: {}.", bar.title, bar.text) : bar.absent;
  if (!bar.beside_words.empty()) tip += " " + bar.beside_words + ".";
  return bar.there ? tip + tr(" A click opens this rung.") : tip;
}

void draw_row(Frame& frame, const TimingsBar& bar, const Rows& rows) {
  const style::Style& style = frame.style;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked =
      ImGui::InvisibleButton(fmt::format("###bar-{}", bar.id).c_str(), {rows.width, rows.height});
  if (clicked && !bar.here) frame.commands.post(fmt::format("rung id={}", session::quote(bar.id)));
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 max{at.x + rows.width, at.y + rows.height};
  if (bar.here || hovered)
    list.AddRectFilled(at, max, style.pack(style::Role::Accent, bar.here ? 0.14F : 0.07F),
                       style.rounding);
  const float inset = style.gap * 0.5F;
  const float right = max.x - inset - rows.values;
  const float left = at.x + inset + std::min((right - at.x) * 0.5F, style.text_size * 13);
  widgets::TextLook look = bar.here ? widgets::bold(style) : widgets::secondary(style);
  look.size = style.text_size * 0.93F;
  widgets::draw_text_in(list, style, look, {at.x + inset, at.y}, {left - style.gap, max.y},
                        bar.title, 0.0F);
  draw_bars(style, bar, {left, right - style.gap - left}, at.y, rows);
  draw_values(style, bar, {right, at.y}, {max.x - inset, max.y});
  if (hovered) widgets::tooltip(style, tip_of(bar));
}

}  // namespace

void draw_ladder(Frame& frame, const TimingsModel& model, float width) {
  if (model.bars.empty()) return;
  const style::Style& style = frame.style;
  widgets::paragraph(style, widgets::small_text(style),
                     model.logarithmic ? say("Ladder: {}, logarithmic bars", model.title)
                                       : say("Ladder: {}", model.title));
  Rows rows{width, 0.0F, 0.0F,
            std::ranges::any_of(model.bars, [](const auto& bar) { return bar.beside > 0.0; })};
  rows.height = style.text_size * (rows.beside ? 2.1F : 1.5F);
  for (const TimingsBar& bar : model.bars)
    for (const std::string* text : {&bar.text, &bar.beside_text})
      rows.values = std::max(rows.values,
                             widgets::measure(style, widgets::small_mono(style), *text).x + 2.0F);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  for (const TimingsBar& bar : model.bars) draw_row(frame, bar, rows);
  ImGui::PopStyleVar();
}

}  // namespace lanescope::ui::panels::timings
