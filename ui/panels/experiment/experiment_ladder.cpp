#include "ui/panels/experiment/experiment_ladder.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <imgui.h>

#include "ui/teaching/hidden_answer.hpp"
#include "ui/widgets/scroll_edges.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::experiment {
namespace {

widgets::TextLook title_look(const style::Style& style, bool here) {
  widgets::TextLook look = here ? widgets::bold(style) : widgets::secondary(style);
  look.size = style.text_size * 0.93F;
  return look;
}

// Of the numbers, with what lies between them.
float values_width(const style::Style& style, const LadderColumns& columns) {
  const auto between = static_cast<float>(std::max<std::size_t>(columns.values.size(), 1) - 1);
  return std::accumulate(columns.values.begin(), columns.values.end(), between * style.gap);
}

// The second one, below the first, is paler.
ImU32 bar_colour(const style::Style& style, bool here, std::size_t place) {
  return style.pack(here ? style::Role::Accent : style::Role::TextSecondary,
                    place == 0 ? 1.0F : 0.5F);
}

// What the rung's last run gave; not what the question asks for.
std::string found_words(const ExperimentModel& model, const LadderRow& row) {
  std::string words;
  for (std::size_t i = 0; i < row.bars.size(); ++i) {
    const LadderBar& bar = row.bars[i];
    if (bar.value)
      words += fmt::format("{}: {}\n", model.compared[i], bar.text);
    else if (bar.text == teaching::kHiddenAnswerSign)
      return tr(teaching::kHiddenAnswerWords);
  }
  return words.empty() ? tr("Not run yet: click to run it.")
                       : words + tr("On the model, with the values of its last run.");
}

struct Box {
  ImVec2 min, max;
};

// Above each other, and together in the middle of the room.
void draw_bars(const style::Style& style, const LadderRow& row, const Box& room) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto count = static_cast<float>(row.bars.size());
  const float each = (room.max.y - room.min.y) / count;
  const float inset = row.bars.size() > 1 ? std::min(std::round(style.scale), each * 0.2F) : 0.0F;
  for (std::size_t i = 0; i < row.bars.size(); ++i) {
    if (!row.bars[i].value) continue;
    const float top = room.min.y + each * static_cast<float>(i);
    const float bottom = top + each - inset;
    const float width = (room.max.x - room.min.x) * static_cast<float>(row.bars[i].share);
    list.AddRectFilled({room.min.x, top}, {room.min.x + std::max(width, 2.0F), bottom},
                       bar_colour(style, row.here, i), (bottom - top) * 0.3F);
  }
}

void draw_values(const style::Style& style, const LadderRow& row, const LadderColumns& columns,
                 float from, const Box& box) {
  float left = from;
  for (std::size_t i = 0; i < row.bars.size(); ++i) {
    const float right = left + columns.values[i];
    widgets::draw_text_in(*ImGui::GetWindowDrawList(), style, widgets::small_mono(style),
                          {left, box.min.y}, {right, box.max.y}, row.bars[i].text, 1.0F);
    left = right + style.gap;
  }
}

void draw_contents(const style::Style& style, const LadderRow& row, const LadderColumns& columns,
                   const Box& box) {
  const float inset = style.gap * 0.6F;
  const float values_from = box.max.x - inset - values_width(style, columns);
  const float bars_from = values_from - style.gap - columns.bar;
  const bool bars_fit = bars_from - box.min.x > style.text_size * 9;
  widgets::draw_text_in(*ImGui::GetWindowDrawList(), style, title_look(style, row.here),
                        {box.min.x + inset, box.min.y},
                        {(bars_fit ? bars_from : values_from) - style.gap, box.max.y}, row.title,
                        0.0F);
  const float y = (box.min.y + box.max.y) / 2, line = std::round(style.scale);
  const float half = style.text_size * (row.bars.size() > 1 ? 0.36F : 0.2F);
  // Without room between title and numbers: a line under both.
  draw_bars(style, row,
            bars_fit ? Box{{bars_from, y - half}, {bars_from + columns.bar, y + half}}
                     : Box{{box.min.x + inset, box.max.y - 3.0F * line},
                           {box.max.x - inset, box.max.y - line}});
  draw_values(style, row, columns, values_from, box);
}

}  // namespace

LadderColumns ladder_columns(const style::Style& style, const ExperimentModel& model) {
  LadderColumns columns;
  columns.values.assign(model.compared.size(), 0.0F);
  float title = 0.0F;
  for (const LadderRow& row : model.ladder) {
    for (std::size_t i = 0; i < row.bars.size(); ++i) {
      const float width = widgets::measure(style, widgets::small_mono(style), row.bars[i].text).x;
      columns.values[i] = std::max(columns.values[i], width + 1.0F);
    }
    title = std::max(title, widgets::measure(style, title_look(style, true), row.title).x);
  }
  const float width = ImGui::GetContentRegionAvail().x;
  const float most = std::min(width * 0.24F, style.text_size * 5);
  const float left = width - ImGui::GetStyle().ScrollbarSize - title -
                     values_width(style, columns) - 2 * (style.gap + style.gap * 0.6F) - 1.0F;
  columns.bar = std::clamp(left, std::min(style.text_size * 1.5F, most), most);
  return columns;
}

void draw_ladder_header(const style::Style& style, const ExperimentModel& model, float height) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const widgets::TextLook look = widgets::small_text(style);
  const float left = widgets::measure(style, look, tr("Ladder")).x + style.gap;
  widgets::draw_text_in(list, style, look, at, {at.x + left, at.y + height}, tr("Ladder"), 0.0F);
  // One line for all, or where that is too wide a line each.
  const std::string all = fmt::format("{}", fmt::join(model.compared, " · "));
  const bool fits = widgets::measure(style, look, all).x <= width - left;
  const std::vector<std::string> lines = fits ? std::vector{all} : model.compared;
  float y = at.y;
  for (const std::string& line : lines) {
    widgets::draw_text_in(list, style, look, {at.x + left, y}, {at.x + width, y + height}, line,
                          1.0F);
    y += height;
  }
  ImGui::Dummy({width, y - at.y});
}

void draw_ladder_row(Frame& frame, const ExperimentModel& model, const LadderRow& row,
                     const LadderColumns& columns, float height) {
  const style::Style& style = frame.style;
  if (ImGui::InvisibleButton(fmt::format("###rung-{}", row.id).c_str(),
                             {std::max(ImGui::GetContentRegionAvail().x, 8.0F), height}) &&
      !row.here) {
    frame.commands.post(fmt::format("rung id={}", session::quote(row.id)));
  }
  const Box box{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool hovered = ImGui::IsItemHovered();
  if (!widgets::row_is_whole(list, box.min.y, box.max.y)) return;
  if (row.here || hovered)
    list.AddRectFilled(box.min, box.max, style.pack(style::Role::Accent, row.here ? 0.14F : 0.07F),
                       style.rounding);
  if (row.here) list.AddRect(box.min, box.max, style.pack(style::Role::Accent), style.rounding);
  draw_contents(style, row, columns, box);
  if (hovered) {
    widgets::tooltip(style,
                     fmt::format("{}\n{}\n{}", row.title, row.note, found_words(model, row)));
  }
}

}  // namespace lanescope::ui::panels::experiment
