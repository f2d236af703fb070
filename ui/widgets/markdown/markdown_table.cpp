#include "ui/widgets/markdown/markdown_table.hpp"

#include <algorithm>

#include <imgui.h>

#include "ui/widgets/markdown/span_setter.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::widgets::markdown {
namespace {

using Row = std::vector<MarkdownCell>;

void add_need(const style::Style& style, const MarkdownCell& cell, bool head, ColumnNeed& need) {
  float whole = 0.0F, word = 0.0F;
  for (const MarkdownSpan& span : cell) {
    const TextLook look = look_of(style, span, head);
    whole += measure(style, look, span.text).x;
    // A word may be made of spans: `code` and the comma behind it.
    for (std::size_t at = 0; at < span.text.size();) {
      const std::size_t end = std::min(span.text.find(' ', at), span.text.size());
      word += measure(style, look, std::string_view(span.text).substr(at, end - at)).x;
      need.least = std::max(need.least, word);
      if (end < span.text.size()) word = 0.0F;
      at = end + 1;
    }
  }
  need.whole = std::max(need.whole, whole);
}

std::vector<ColumnNeed> needs_of(const style::Style& style, const MarkdownBlock& table) {
  std::vector<ColumnNeed> needs(table.rows.front().size());
  for (const Row& row : table.rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      add_need(style, row[i], &row == &table.rows.front(), needs[i]);
  // Rounded up: words are broken where they would pass the width by a hair.
  for (ColumnNeed& need : needs) {
    need.least += 1.0F;
    need.whole += 1.0F;
  }
  return needs;
}

void draw_row(const style::Style& style, const Row& row, bool head,
              const std::vector<float>& widths) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float all = ImGui::GetContentRegionAvail().x;
  float x = 0.0F, height = 0.0F;
  for (std::size_t i = 0; i < row.size(); ++i) {
    SpanSetter setter(style, {at.x + x, at.y}, widths[i]);
    setter.set(row[i], head);
    height = std::max(height, setter.height());
    x += widths[i] + style.gap;
  }
  ImGui::GetWindowDrawList()->AddLine({at.x, at.y + height}, {at.x + all, at.y + height},
                                      style.pack(style::Role::Line), head ? 2.0F : 1.0F);
  ImGui::Dummy({all, height});
}

// A cell a line: "Head: words".
void draw_stacked(const style::Style& style, const Row& heads, const Row& row) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float all = ImGui::GetContentRegionAvail().x;
  float y = 0.0F;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const float indent = i == 0 ? 0.0F : style.text_size;
    SpanSetter setter(style, {at.x + indent, at.y + y}, all - indent);
    MarkdownCell words = row[i];
    if (i > 0 && i < heads.size() && !heads[i].empty()) {
      words.insert(words.begin(), {{": ", false, false, false, {}}});
      words.insert(words.begin(), heads[i].begin(), heads[i].end());
    }
    setter.set(words, i == 0);
    y += setter.height();
  }
  ImGui::Dummy({all, y + style.gap / 2});
}

}  // namespace

std::optional<std::vector<float>> column_widths(const std::vector<ColumnNeed>& needs, float room) {
  float least = 0.0F, whole = 0.0F;
  for (const ColumnNeed& need : needs) {
    least += need.least;
    whole += need.whole;
  }
  if (least > room) return std::nullopt;
  const float share = whole <= room ? 1.0F : (room - least) / (whole - least);
  std::vector<float> widths;
  widths.reserve(needs.size());
  for (const ColumnNeed& need : needs)
    widths.push_back(need.least + (need.whole - need.least) * share);
  return widths;
}

void draw_table(const style::Style& style, const MarkdownBlock& table) {
  if (table.rows.empty() || table.rows.front().empty()) return;
  const Row& heads = table.rows.front();
  const float gaps = style.gap * static_cast<float>(heads.size() - 1);
  const auto widths =
      column_widths(needs_of(style, table), ImGui::GetContentRegionAvail().x - gaps);
  for (const Row& row : table.rows) {
    const bool head = &row == &heads;
    if (widths)
      draw_row(style, row, head, *widths);
    else if (!head)
      draw_stacked(style, heads, row);
  }
}

}  // namespace lanescope::ui::widgets::markdown
