#include <algorithm>

#include <fmt/format.h>

#include "ui/figures/program/page_map.hpp"
#include "ui/figures/svg_text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::program {
namespace {

constexpr float kEdge = 12.0F, kRow = 28.0F, kCell = 22.0F, kDoes = 300.0F, kMoves = 150.0F,
                kFont = 12.0F, kGap = 8.0F, kLetter = 6.6F;

class Drawing {
 public:
  Drawing(const PageMap& map, bool dark)
      : map_(map), style_(style::make_style({dark, false, true, 1.0F})) {}

  std::string take() {
    text(kEdge, style::Role::Text, map_.title);
    top_ += kRow;
    for (const auto& array : map_.arrays)
      text(cell_left(array.first), style::Role::TextSecondary, array.name);
    if (!map_.arrays.empty()) top_ += kRow * 0.7F;
    for (const PageRow& row : map_.rows) add(row);
    legend();
    text(kEdge, style::Role::TextSecondary, map_.words);
    top_ += kRow;
    const float width = std::max(720.0F, cell_left(map_.pages) + kMoves + kEdge);
    return svg_begin(width, top_, kFont, style_[style::Role::Panel]) + out_ + "</svg>\n";
  }

 private:
  void text(float x, style::Role role, std::string_view words) {
    text(x, style_.ink_colour[static_cast<int>(role)], words);
  }
  void text(float x, style::Rgba colour, std::string_view words) {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"{}\">{}</text>\n", x, top_ + 15,
                        svg_colour(colour), svg_escaped(words));
  }
  // Each array has room for its pages and for its name.
  [[nodiscard]] static float width_of(const lesson::MigratedPages::Array& array) {
    return kGap + std::max(kCell * static_cast<float>(array.count),
                           kLetter * static_cast<float>(array.name.size()));
  }
  [[nodiscard]] float cell_left(std::size_t page) const {
    float left = kEdge + kDoes;
    for (const auto& array : map_.arrays) {
      if (page < array.first + array.count)
        return left + kCell * static_cast<float>(page - array.first);
      left += width_of(array);
    }
    return left;
  }
  void box(float x, style::Role role, bool framed) {
    out_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"3\" "
        "fill=\"{}\"{}/>\n",
        x + 1, top_ + 1, kCell - 3, kCell - 3, svg_colour(style_[role]),
        framed ? fmt::format(
                     " stroke=\"{}\" stroke-width=\"2\"",
                     svg_colour(style_.outline_colour[static_cast<int>(style::Role::Selected)]))
               : "");
  }
  void add(const PageRow& row) {
    text(kEdge, style::Role::Text, row.does);
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const style::Role role = role_of(row.cells[i].where);
      box(cell_left(i), role, row.cells[i].moved);
      text(cell_left(i) + 3, style_.on_colour[static_cast<int>(role)],
           letters_of(row.cells[i].where));
    }
    if (!row.cells.empty())
      text(cell_left(row.cells.size()) + kGap, style::Role::TextSecondary, row.moves);
    top_ += kRow;
  }
  void legend() {
    if (map_.pages == 0) return;
    float x = kEdge;
    for (const StripLegend& entry : page_legend()) {
      box(x, entry.role, false);
      text(x + kCell + 2, style::Role::TextSecondary, entry.words);
      x += 170.0F;
    }
    top_ += kRow;
  }

  const PageMap& map_;
  style::Style style_;
  std::string out_;
  float top_ = kEdge;
};

}  // namespace

std::string page_map_svg(const PageMap& map, bool dark) { return Drawing(map, dark).take(); }

}  // namespace lanescope::ui::figures::program
