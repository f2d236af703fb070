#include "ui/panels/stalls/stalls.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/figures/stalls/stalls_rows.hpp"
#include "ui/session/line_cycles.hpp"
#include "ui/widgets/buttons.hpp"
#include "ui/widgets/no_time.hpp"
#include "ui/widgets/reason_bar.hpp"
#include "ui/widgets/scroll_edges.hpp"
#include "ui/widgets/sentence.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::stalls {
namespace {

using figures::stalls::StallRow;
using figures::stalls::StallsModel;

struct Choice {
  view::StallsBy by;
  const char *value, *words;
};
constexpr std::array<Choice, 3> kChoices{{{view::StallsBy::Reason, "reason", mark("by reason")},
                                          {view::StallsBy::Line, "line", mark("by line")},
                                          {view::StallsBy::Unit, "unit", mark("by unit")}}};

void draw_choices(Frame& frame, view::StallsBy shown) {
  const style::Style& style = frame.style;
  const float end = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  for (const Choice& choice : kChoices) {
    const float width = widgets::text_button_size(style, tr(choice.words)).x;
    const float next = ImGui::GetItemRectMax().x + style.gap * 0.5F + width;
    if (&choice != kChoices.data() && next <= end) ImGui::SameLine(0, style.gap * 0.5F);
    const auto emphasis = choice.by == shown ? widgets::Emphasis::Chosen : widgets::Emphasis::Quiet;
    if (widgets::text_button(style, fmt::format("###by-{}", choice.value).c_str(), tr(choice.words),
                             0.0F, emphasis))
      frame.commands.post(fmt::format("stalls by={}", choice.value));
  }
}

// Where the columns of all rows stand, from the left edge.
struct Columns {
  float number = 0.0F;  // width of the lines' numbers; 0: none
  float bar = 0.0F, end = 0.0F, width = 0.0F;
  float upper = 0.0F, lower = 0.0F;  // heights of a row's words; lower 0: it has one line
  [[nodiscard]] float height() const { return upper + lower; }
};

Columns columns_of(const style::Style& style, const StallsModel& model, float width) {
  Columns at;
  at.width = width;
  const auto wide = [&](const widgets::TextLook& look, std::string_view words) {
    return widgets::measure(style, look, words).x;
  };
  float names = 0.0F;
  for (const StallRow& row : model.rows) {
    names = std::max(names, wide(widgets::plain(style), row.name));
    if (row.line == 0) continue;
    at.number = std::max(at.number,
                         wide(widgets::small_mono(style), fmt::format("{}", row.line)) + style.gap);
  }
  const float value = wide(widgets::mono(style), "99.9 %") + style.gap;
  at.end = width - value - style.gap * 0.5F;
  at.bar = std::min(at.number + names + style.gap * 2.5F, width * 0.46F);
  at.upper = std::round(style.text_size * 1.5F);
  const bool has_details = model.by != view::StallsBy::Reason;
  at.lower = has_details ? std::round(style.small_size * 1.5F) : 0.0F;
  return at;
}

// Its parts behind each other, `most` as long as the room.
void draw_parts(const style::Style& style, const StallRow& row, double most, ImVec2 min,
                ImVec2 max) {
  const float room = max.x - min.x;
  if (room <= 2.0F || most <= 0.0) return;
  const auto scale = static_cast<float>(row.share / most) * room / static_cast<float>(row.cycles);
  float x = min.x;
  for (const timing::ReasonPart& part : row.parts) {
    const float to = x + static_cast<float>(part.cycles) * scale;
    widgets::draw_reason(*ImGui::GetWindowDrawList(), style, {x, min.y},
                         {std::max(to, x + 1.0F), max.y}, part.reason);
    x = to;
  }
}

void draw_names(const style::Style& style, const StallRow& row, const Columns& at, ImVec2 min) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float inset = style.gap * 0.5F, bottom = min.y + at.upper;
  if (row.line != 0)
    widgets::draw_text_in(list, style, widgets::small_mono(style), {min.x + inset, min.y},
                          {min.x + at.number, bottom}, fmt::format("{}", row.line), 1.0F);
  widgets::TextLook look = row.line != 0 ? widgets::small_mono(style) : widgets::plain(style);
  look.colour = style.pack(style::Role::Text);
  const float left = min.x + at.number + inset, right = min.x + at.bar - style.gap;
  widgets::draw_text_in(list, style, look, {left, min.y}, {right, bottom}, row.name, 0.0F);
  if (at.lower == 0.0F) return;
  const float end = bottom + at.lower;
  widgets::draw_text_in(list, style, widgets::small_text(style), {left, bottom}, {right, end},
                        row.detail, 0.0F);
  widgets::draw_text_in(list, style, widgets::small_text(style), {min.x + at.bar, bottom},
                        {min.x + at.width - inset, end}, row.most, 0.0F);
}

void draw_row(Frame& frame, const StallRow& row, double most, const Columns& at) {
  const style::Style& style = frame.style;
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const ImVec2 max{min.x + at.width, min.y + at.height()};
  if (ImGui::InvisibleButton("###row", {at.width, at.height()}) && row.line != 0)
    frame.commands.post(fmt::format("select line={}", row.line));
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (!widgets::row_is_whole(list, min.y, max.y)) return;
  if (row.selected || (hovered && row.line != 0))
    list.AddRectFilled(min, max, style.pack(style::Role::Accent, row.selected ? 0.14F : 0.07F),
                       style.rounding);
  draw_names(style, row, at, min);
  const float middle = min.y + at.upper / 2, half = style.text_size * 0.34F;
  draw_parts(style, row, most, {min.x + at.bar, middle - half}, {min.x + at.end, middle + half});
  widgets::draw_text_in(list, style, widgets::mono(style), {min.x + at.end, min.y},
                        {max.x - style.gap * 0.5F, min.y + at.upper},
                        figures::stalls::percent(row.share), 1.0F);
  if (hovered) widgets::tooltip(style, row.words);
}

void draw_rows(Frame& frame, const StallsModel& model, const Columns& at) {
  const double most = model.rows.empty() ? 1.0 : model.rows.front().share;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  for (std::size_t i = 0; i < model.rows.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    draw_row(frame, model.rows[i], most, at);
    ImGui::PopID();
  }
  ImGui::PopStyleVar();
}

}  // namespace

std::string_view StallsPanel::help() const {
  return tr(
      "Where the modelled time goes: of all cycles that warps are on their SMs, the share in "
      "which they issue, and the share in which they wait, by Nsight Compute's reasons. By line, "
      "a bar is the time that warps stand before the machine instructions of a source line: what "
      "waits is often not what takes long, but the first instruction that needs its result. By "
      "unit, the reasons are put together by the part of the SM that a warp waits for. A click on "
      "a line selects it.");
}

const std::optional<StallsModel>& StallsPanel::model(const Frame& frame) {
  const auto by = static_cast<std::uint64_t>(frame.session.state().tools.time.stalls);
  return cache_.get(frame.session, session::cycles_key(frame.session) * 4 + by,
                    [&] { return figures::stalls::stalls_model(frame.session); });
}

std::string StallsPanel::note(const Frame& frame) {
  const auto& shown = model(frame);
  return shown ? shown->note : std::string();
}

std::string StallsPanel::brief_note(const Frame& frame) {
  return model(frame) ? tr("modelled") : std::string();
}

void StallsPanel::draw_content(Frame& frame) {
  const style::Style& style = frame.style;
  const auto& shown = model(frame);
  if (widgets::no_time(style, frame.session, frame.commands) || !shown) return;
  if (style.controls) draw_choices(frame, shown->by);
  const auto width_now = [] { return std::max(ImGui::GetContentRegionAvail().x - 1.0F, 8.0F); };
  const float width = width_now();
  const Columns at = columns_of(style, *shown, width);
  const float rows = at.height() * static_cast<float>(shown->rows.size());
  const float below = widgets::sentence_height(style, shown->sentence, width) + style.gap;
  const float room = ImGui::GetContentRegionAvail().y - below;
  // Where not all rows have room, they scroll above their sentence.
  if (rows <= room || room < at.height() * 3) {
    draw_rows(frame, *shown, at);
  } else {
    ImGui::BeginChild("###rows", {0, room});
    draw_rows(frame, *shown, columns_of(style, *shown, width_now()));
    widgets::draw_scroll_shadows(style);
    ImGui::EndChild();
  }
  widgets::sentence(style, shown->sentence);
}

}  // namespace lanescope::ui::panels::stalls
