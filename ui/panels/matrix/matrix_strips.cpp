#include "ui/panels/matrix/matrix_strips.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "ui/widgets/cells.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::matrix {
namespace {

bool is_stored(const figures::structures::MatrixArray& array) {
  return array.part != figures::structures::MatrixPart::X &&
         array.part != figures::structures::MatrixPart::Y;
}

std::size_t stored_arrays(const figures::structures::MatrixScene& scene) {
  return static_cast<std::size_t>(std::ranges::count_if(scene.arrays, is_stored));
}

// The element of an array that a strip begins with, so that what is touched is in view. Arrays of
// one store begin with the same.
std::uint32_t first_of(const figures::structures::MatrixScene& scene,
                       const figures::structures::MatrixModel& model, std::size_t array,
                       std::uint32_t shown) {
  const bool starts = scene.arrays[array].part == figures::structures::MatrixPart::Start;
  std::optional<std::uint32_t> from;
  for (std::size_t i = 0; i < scene.arrays.size(); ++i) {
    const figures::structures::MatrixArray& other = scene.arrays[i];
    const bool together = starts ? i == array
                                 : is_stored(other) &&
                                       other.part != figures::structures::MatrixPart::Start &&
                                       other.store == scene.arrays[array].store;
    if (together && !model.touched[i].empty())
      from = std::min(from.value_or(~0U), model.touched[i].begin()->first);
  }
  const auto count = static_cast<std::uint32_t>(scene.arrays[array].info.count);
  if (starts && !from && !model.lit.empty()) {
    const figures::structures::MatrixLit& lit = model.lit.front();
    from = scene.stores[lit.store].row[lit.element];
  }
  const std::uint32_t before = shown / 4, wanted = from.value_or(0);
  return std::min(wanted - std::min(wanted, before), count - std::min(count, shown));
}

struct Place {
  ImVec2 at;
  float width, height, label;  // of a line
  std::size_t lines;
};

widgets::CellLook look_of(const figures::structures::MatrixScene& scene,
                          const figures::structures::MatrixModel& model, std::size_t array,
                          std::uint32_t e) {
  const bool selected =
      model.selected && model.selected->array == array && model.selected->index == e;
  const auto touched = model.touched[array].find(e);
  if (touched != model.touched[array].end())
    return {touched->second, widgets::CellShape::Filled, selected};
  const figures::structures::MatrixArray& a = scene.arrays[array];
  const bool filler =
      a.part != figures::structures::MatrixPart::Start && scene.stores[a.store].filler[e];
  return {filler ? style::Role::Wasted : style::Role::Inactive,
          filler ? widgets::CellShape::Dashed : widgets::CellShape::Faint, selected};
}

std::optional<view::ElementRef> draw_strip(const style::Style& style,
                                           const figures::structures::MatrixScene& scene,
                                           const figures::structures::MatrixModel& model,
                                           std::size_t array, const Place& place) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const figures::structures::MatrixArray& a = scene.arrays[array];
  const float cell = widgets::measure(style, widgets::small_mono(style), "0000").x + 4.0F;
  const auto across =
      static_cast<std::uint32_t>(std::max((place.width - place.label) / cell, 0.0F));
  const auto shown = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(a.info.count, std::uint64_t{across} * place.lines));
  const std::uint32_t first = first_of(scene, model, array, shown);
  const float bottom = place.at.y + place.height - 3.0F;
  const std::string name = first == 0 ? a.info.name : fmt::format("{}[{}…]", a.info.name, first);
  widgets::draw_text_in(list, style, widgets::small_text(style), place.at,
                        {place.at.x + place.label - style.gap * 0.5F, bottom}, name, 0.0F);
  for (std::uint32_t i = 0; i < shown; ++i) {
    const float left = place.at.x + place.label + static_cast<float>(i % across) * cell;
    const float down = static_cast<float>(i / across) * place.height;
    widgets::draw_cell(list, style, {left, place.at.y + down}, {left + cell - 2.0F, bottom + down},
                       look_of(scene, model, array, first + i),
                       fmt::format("{:.4g}", a.values[first + i]));
  }
  if (shown == 0) return std::nullopt;
  const std::uint32_t lines = (shown + across - 1) / across;
  ImGui::SetCursorScreenPos({place.at.x + place.label, place.at.y});
  const bool clicked = ImGui::InvisibleButton(fmt::format("###strip-{}", array).c_str(),
                                              {static_cast<float>(std::min(shown, across)) * cell,
                                               static_cast<float>(lines) * place.height});
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const float right = std::max(mouse.x - place.at.x - place.label, 0.0F) / cell;
  const float down = std::max(mouse.y - place.at.y, 0.0F) / place.height;
  const std::uint32_t index =
      static_cast<std::uint32_t>(down) * across + static_cast<std::uint32_t>(right);
  if (!ImGui::IsItemHovered() || index >= shown) return std::nullopt;
  widgets::tooltip(style, say("{}[{}] = {:.6g}. A click selects it everywhere.", a.info.name,
                              first + index, a.values[first + index]));
  return clicked ? std::optional(view::ElementRef{a.info.name, first + index}) : std::nullopt;
}

}  // namespace

float strips_height(const style::Style& style, const figures::structures::MatrixScene& scene) {
  return style.text_size * 1.6F * static_cast<float>(stored_arrays(scene)) + style.gap;
}

std::optional<view::ElementRef> draw_storage(const style::Style& style,
                                             const figures::structures::MatrixScene& scene,
                                             const figures::structures::MatrixModel& model,
                                             ImVec2 at, ImVec2 size) {
  const float height = style.text_size * 1.6F;
  float label = 0.0F;
  for (const figures::structures::MatrixArray& array : scene.arrays)
    if (is_stored(array))
      label = std::max(
          label, widgets::measure(style, widgets::small_text(style), array.info.name + "[000…]").x +
                     style.gap);
  label = std::min(label, size.x * 0.45F);
  // As many lines for each as there is room for.
  const auto lines = static_cast<std::size_t>(std::max(
      1.0F,
      std::floor((size.y - style.gap) / height / static_cast<float>(stored_arrays(scene)) - 0.5F)));
  std::optional<view::ElementRef> clicked;
  float y = at.y + (size.y > strips_height(style, scene) ? 0.0F : style.gap * 0.5F);
  for (std::size_t i = 0; i < scene.arrays.size(); ++i) {
    if (!is_stored(scene.arrays[i]) || y + height > at.y + size.y + 1.0F) continue;
    const auto element =
        draw_strip(style, scene, model, i, {{at.x, y}, size.x, height, label, lines});
    if (element) clicked = element;
    const float cell = widgets::measure(style, widgets::small_mono(style), "0000").x + 4.0F;
    const float across = std::max(std::floor((size.x - label) / cell), 1.0F);
    const float wanted = std::ceil(static_cast<float>(scene.arrays[i].info.count) / across);
    y += height * std::min(static_cast<float>(lines), wanted) + (lines > 1 ? style.gap : 0.0F);
  }
  return clicked;
}

}  // namespace lanescope::ui::panels::matrix
