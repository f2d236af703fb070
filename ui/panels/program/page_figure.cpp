#include "ui/panels/program/page_figure.hpp"

#include <algorithm>
#include <string>

#include <imgui.h>

#include "ui/panels/program/legend.hpp"
#include "ui/widgets/cells.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::panels::program {
namespace {

using figures::program::PageCell;
using figures::program::PageMap;
using figures::program::PageRow;

// Where a page stands in its row: as wide as there is room, with a gap between arrays.
struct Columns {
  float cell = 0.0F, gap = 0.0F;

  [[nodiscard]] float left_of(const PageMap& map, std::size_t page) const {
    const auto before = std::ranges::count_if(
        map.arrays, [&](const auto& array) { return array.first > 0 && array.first <= page; });
    return cell * static_cast<float>(page) + gap * static_cast<float>(before);
  }
};

Columns columns_of(const style::Style& style, const PageMap& map, float width) {
  Columns columns;
  columns.gap = style.gap;
  const float gaps = columns.gap * static_cast<float>(std::max<std::size_t>(map.arrays.size(), 1));
  const float room = width - gaps;
  columns.cell = std::clamp(room / static_cast<float>(std::max<std::size_t>(map.pages, 1)), 1.0F,
                            style.text_size * 5.0F);
  return columns;
}

std::string words_of(const PageRow& row) {
  return row.moves.empty() ? row.does : row.does + " · " + row.moves;
}

// What stands left of the cells, where there is room beside it for them and their arrays' names;
// else 0: the cells stand below.
float words_beside(const style::Style& style, const PageMap& map, float width) {
  float words = 0.0F;
  for (const PageRow& row : map.rows)
    words = std::max(words, widgets::measure(style, widgets::plain(style), words_of(row)).x);
  words += 2.0F * style.gap;
  const Columns columns = columns_of(style, map, width - words);
  if (map.pages == 0 || columns.cell < style.text_size * 1.6F) return 0.0F;
  for (const auto& array : map.arrays) {
    const float name = widgets::measure(style, widgets::small_text(style), array.name).x;
    if (name > columns.cell * static_cast<float>(array.count)) return 0.0F;
  }
  return words;
}

void draw_names(const style::Style& style, const PageMap& map, const Columns& columns,
                float beside) {
  ImVec2 from = ImGui::GetCursorScreenPos();
  from.x += beside;
  const float height = style.small_size * 1.4F;
  for (const auto& array : map.arrays) {
    const float left = from.x + columns.left_of(map, array.first);
    const float right = left + columns.cell * static_cast<float>(array.count);
    widgets::draw_text_in(*ImGui::GetWindowDrawList(), style, widgets::small_text(style),
                          {left, from.y}, {right, from.y + height}, array.name, 0.0F);
  }
  ImGui::Dummy({1.0F, height});
}

void draw_cells(const style::Style& style, const PageMap& map, const Columns& columns,
                const PageRow& row, float beside) {
  ImVec2 from = ImGui::GetCursorScreenPos();
  const float height = style.text_size * 1.4F;
  if (beside > 0.0F)
    widgets::draw_text_in(*ImGui::GetWindowDrawList(), style, widgets::plain(style), from,
                          {from.x + beside, from.y + height}, words_of(row), 0.0F);
  from.x += beside;
  const float between = columns.cell > 6.0F ? 2.0F * style.scale : 0.0F;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    const PageCell& page = row.cells[i];
    const ImVec2 min{from.x + columns.left_of(map, i), from.y};
    const ImVec2 max{min.x + columns.cell - between, min.y + height};
    const bool nowhere = page.where == schedule::Where::Nowhere;
    const widgets::CellLook look{figures::program::role_of(page.where),
                                 nowhere ? widgets::CellShape::Dotted : widgets::CellShape::Filled,
                                 page.moved};
    const std::string letters = figures::program::letters_of(page.where);
    widgets::draw_cell(list, style, min, max, look, letters);
    widgets::tooltip_over(style, min, max, page.words);
  }
  ImGui::Dummy({beside + columns.left_of(map, row.cells.size()), height});
}

}  // namespace

void draw_pages(Frame& frame, const PageMap& map) {
  const style::Style& style = frame.style;
  const float width = ImGui::GetContentRegionAvail().x;
  const float beside = words_beside(style, map, width);
  const Columns columns = columns_of(style, map, width - beside);
  if (map.pages > 0) draw_legend(style, figures::program::page_legend(), {});
  for (std::size_t i = 0; i < map.rows.size(); ++i) {
    const PageRow& row = map.rows[i];
    if (i == 0 && beside > 0.0F) draw_names(style, map, columns, beside);
    if (beside == 0.0F) widgets::paragraph(style, words_of(row));
    if (i == 0 && beside == 0.0F && !row.cells.empty()) draw_names(style, map, columns, beside);
    if (!row.cells.empty()) draw_cells(style, map, columns, row, beside);
  }
}

}  // namespace lanescope::ui::panels::program
