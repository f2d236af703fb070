#include "ui/panels/program/page_figure.hpp"

#include <algorithm>

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

Columns columns_of(const style::Style& style, const PageMap& map) {
  Columns columns;
  columns.gap = style.gap;
  const float gaps = columns.gap * static_cast<float>(std::max<std::size_t>(map.arrays.size(), 1));
  const float room = ImGui::GetContentRegionAvail().x - gaps;
  columns.cell = std::clamp(room / static_cast<float>(std::max<std::size_t>(map.pages, 1)), 1.0F,
                            style.text_size * 5.0F);
  return columns;
}

void draw_names(const style::Style& style, const PageMap& map, const Columns& columns) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
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
                const PageRow& row) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float height = style.text_size * 1.4F;
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
  ImGui::Dummy({columns.left_of(map, row.cells.size()), height});
}

}  // namespace

void draw_pages(Frame& frame, const PageMap& map) {
  const style::Style& style = frame.style;
  const Columns columns = columns_of(style, map);
  if (map.pages > 0) draw_legend(style, figures::program::page_legend(), {});
  for (const PageRow& row : map.rows) {
    const std::string words = row.moves.empty() ? row.does : row.does + " · " + row.moves;
    widgets::paragraph(style, words);
    if (row.cells.empty()) continue;
    if (map.arrays.size() > 1) draw_names(style, map, columns);
    draw_cells(style, map, columns, row);
  }
}

}  // namespace lanescope::ui::panels::program
