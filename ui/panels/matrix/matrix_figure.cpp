#include "ui/panels/matrix/matrix_figure.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::matrix {
namespace {

constexpr float kLeast = 2.0F;  // pixels of an element, however small the cells

std::size_t array_of(const figures::structures::MatrixScene& scene,
                     figures::structures::MatrixPart part) {
  const auto found = std::ranges::find(scene.arrays, part, &figures::structures::MatrixArray::part);
  return static_cast<std::size_t>(found - scene.arrays.begin());
}

class Painter {
 public:
  Painter(const style::Style& style, const MatrixFigure& figure)
      : style_(style),
        figure_(figure),
        scene_(figure.scene),
        list_(*ImGui::GetWindowDrawList()),
        inset_(figure.cell > 6.0F   ? 1.0F
               : figure.cell > 3.0F ? 0.5F
                                    : 0.0F) {}

  void draw() {
    draw_ground();
    draw_bands();
    for (std::size_t s = 0; s < scene_.stores.size(); ++s)
      for (std::uint32_t e = 0; e < scene_.stores[s].elements; ++e)
        if (!scene_.stores[s].filler[e])
          element(s, e, style_.pack(style::Role::Active, 0.5F), false);
    for (const figures::structures::MatrixLit& lit : figure_.model.lit)
      if (!scene_.stores[lit.store].filler[lit.element])
        element(lit.store, lit.element, style_.pack(role_of(lit)), true);
    draw_vector(figures::structures::MatrixPart::X, true);
    draw_vector(figures::structures::MatrixPart::Y, false);
    draw_selected();
  }

 private:
  void draw_ground() {
    list_.AddRectFilled({figure_.left(), figure_.top()}, {figure_.right(), figure_.bottom()},
                        style_.pack(style::Role::Inactive, 0.55F), 2.0F);
    if (figure_.cell < 5.0F) return;
    const std::uint32_t line = style_.pack(style::Role::Panel);
    for (std::uint32_t c = 1; c < scene_.columns; ++c) {
      const float x = figure_.left() + static_cast<float>(c) * figure_.cell;
      list_.AddLine({x, figure_.top()}, {x, figure_.bottom()}, line);
    }
    for (std::uint32_t r = 1; r < scene_.rows; ++r) {
      const float y = figure_.top() + static_cast<float>(r) * figure_.cell;
      list_.AddLine({figure_.left(), y}, {figure_.right(), y}, line);
    }
  }
  // The rows that the lanes go along, where these are few.
  void draw_bands() {
    constexpr std::size_t kMostBands = 8;
    std::set<std::uint32_t> rows;
    for (const figures::structures::MatrixLit& lit : figure_.model.lit)
      rows.insert(scene_.stores[lit.store].row[lit.element]);
    if (rows.size() > kMostBands) return;
    for (const std::uint32_t row : rows) {
      const float y = figure_.top() + static_cast<float>(row) * figure_.cell;
      list_.AddRectFilled({figure_.left(), y}, {figure_.right(), y + std::max(figure_.cell, 1.0F)},
                          style_.pack(style::Role::Active, 0.16F));
    }
  }
  [[nodiscard]] style::Role role_of(const figures::structures::MatrixLit& lit) const {
    for (std::size_t i = 0; i < scene_.arrays.size(); ++i) {
      if (scene_.arrays[i].store != lit.store) continue;
      const auto touched = figure_.model.touched[i].find(lit.element);
      const bool own = figures::structures::is_element(scene_.arrays[i].part);
      if (own && touched != figure_.model.touched[i].end() &&
          touched->second != style::Role::Active)
        return touched->second;
    }
    return style::Role::Active;
  }
  void element(std::size_t store, std::uint32_t e, std::uint32_t colour, bool lit) {
    const float size = std::max(figure_.cell - inset_ * 2, kLeast);
    const ImVec2 min{
        figure_.left() + static_cast<float>(scene_.stores[store].column[e]) * figure_.cell + inset_,
        figure_.top() + static_cast<float>(scene_.stores[store].row[e]) * figure_.cell + inset_};
    const float grow = lit && figure_.cell < 6.0F ? 1.0F : 0.0F;
    const ImVec2 from{min.x - grow, min.y - grow}, to{min.x + size + grow, min.y + size + grow};
    list_.AddRectFilled(from, to, colour, std::min(3.0F, size * 0.2F));
    if (lit && figure_.cell >= 6.0F)
      list_.AddRect(from, to, style_.outline(style::Role::Selected, 0.8F),
                    std::min(3.0F, size * 0.2F));
  }
  void draw_selected() {
    const auto& selected = figure_.model.selected;
    if (!selected || !figures::structures::is_element(scene_.arrays[selected->array].part)) return;
    const figures::structures::MatrixStore& store =
        scene_.stores[scene_.arrays[selected->array].store];
    const float size = std::max(figure_.cell, kLeast) + 4.0F;
    const ImVec2 at{
        figure_.left() + static_cast<float>(store.column[selected->index]) * figure_.cell - 2.0F,
        figure_.top() + static_cast<float>(store.row[selected->index]) * figure_.cell - 2.0F};
    list_.AddRect(at, {at.x + size, at.y + size}, style_.outline(style::Role::Selected), 3.0F,
                  2.0F * style_.scale);
  }
  void draw_vector(figures::structures::MatrixPart part, bool across) {
    const std::size_t array = array_of(scene_, part);
    const ImVec2 min = across ? ImVec2{figure_.left(), figure_.origin.y}
                              : ImVec2{figure_.right() + figure_.gap, figure_.top()};
    const ImVec2 max =
        across ? ImVec2{figure_.right(), figure_.origin.y + figure_.thick}
               : ImVec2{figure_.right() + figure_.gap + figure_.thick, figure_.bottom()};
    list_.AddRectFilled(min, max, style_.pack(style::Role::Inactive), 2.0F);
    for (const auto& [index, role] : figure_.model.touched[array]) {
      const float from = static_cast<float>(index) * figure_.cell;
      const float size = std::max(figure_.cell - inset_ * 2, kLeast);
      const ImVec2 at =
          across ? ImVec2{min.x + from + inset_, min.y} : ImVec2{min.x, min.y + from + inset_};
      list_.AddRectFilled(at, across ? ImVec2{at.x + size, max.y} : ImVec2{max.x, at.y + size},
                          style_.pack(role), 2.0F);
    }
    const std::string& name = scene_.arrays[array].info.name;
    if (across)
      widgets::draw_text_in(list_, style_, widgets::small_text(style_),
                            {figure_.origin.x, min.y - 2.0F}, {figure_.left() - 2.0F, max.y + 2.0F},
                            name);
    else
      widgets::draw_text_in(list_, style_, widgets::small_text(style_), {max.x + 2.0F, min.y},
                            {max.x + figure_.label, min.y + style_.small_size * 1.4F}, name);
  }

  const style::Style& style_;
  const MatrixFigure& figure_;
  const figures::structures::MatrixScene& scene_;
  ImDrawList& list_;
  float inset_;
};

std::optional<view::ElementRef> stored_at(const figures::structures::MatrixScene& scene,
                                          std::uint32_t row, std::uint32_t column) {
  for (std::size_t s = 0; s < scene.stores.size(); ++s)
    for (std::uint32_t e = 0; e < scene.stores[s].elements; ++e) {
      const figures::structures::MatrixStore& store = scene.stores[s];
      if (store.row[e] != row || store.column[e] != column || store.filler[e]) continue;
      for (const figures::structures::MatrixArray& array : scene.arrays)
        if (array.part == figures::structures::MatrixPart::Value && array.store == s)
          return view::ElementRef{array.info.name, e};
    }
  return std::nullopt;
}

}  // namespace

void MatrixFigure::fit(const style::Style& style, float width, float height) {
  label = style.small_size * 1.6F;
  gap = style.gap * 0.6F;
  thick = style.small_size * 1.25F;
  const float across = (width - label * 2 - gap - thick - 2.0F) / static_cast<float>(scene.columns);
  const float down = (height - gap - thick - 2.0F) / static_cast<float>(scene.rows);
  cell = std::clamp(std::min(across, down), 0.05F, style.text_size * 2.0F);
  if (cell > 3.0F) cell = std::floor(cell);
}

void draw_matrix_figure(const style::Style& style, const MatrixFigure& figure) {
  Painter(style, figure).draw();
}

std::optional<MatrixUnder> under_pointer(const MatrixFigure& figure, ImVec2 pointer) {
  const figures::structures::MatrixScene& scene = figure.scene;
  const float x = (pointer.x - figure.left()) / figure.cell;
  const float y = (pointer.y - figure.top()) / figure.cell;
  const bool column = x >= 0.0F && x < static_cast<float>(scene.columns);
  const bool row = y >= 0.0F && y < static_cast<float>(scene.rows);
  const auto at_x = static_cast<std::uint32_t>(std::max(x, 0.0F));
  const auto at_y = static_cast<std::uint32_t>(std::max(y, 0.0F));
  const auto one = [&](figures::structures::MatrixPart part, std::uint32_t index) {
    const figures::structures::MatrixArray& array = scene.arrays[array_of(scene, part)];
    return MatrixUnder{say("{}[{}]. A click selects it everywhere.", array.info.name, index),
                       view::ElementRef{array.info.name, index}};
  };
  if (column && row) {
    const auto stored = stored_at(scene, at_y, at_x);
    if (!stored) return MatrixUnder{say("Row {}, column {}: zero, not stored.", at_y, at_x), {}};
    return MatrixUnder{say("Row {}, column {}: stored as {}[{}]. A click selects it everywhere.",
                           at_y, at_x, stored->array, stored->index),
                       stored};
  }
  if (column && pointer.y >= figure.origin.y && pointer.y < figure.origin.y + figure.thick)
    return one(figures::structures::MatrixPart::X, at_x);
  if (row && pointer.x >= figure.right() + figure.gap)
    return one(figures::structures::MatrixPart::Y, at_y);
  return std::nullopt;
}

}  // namespace lanescope::ui::panels::matrix
