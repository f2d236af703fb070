#include "ui/widgets/slider.hpp"

#include <algorithm>
#include <cmath>

#include <imgui.h>

#include "ui/widgets/scroll_edges.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::widgets {
namespace {

// Less of "32 × 8 = 256 threads, 8 warps": without what stands behind the comma or in brackets,
// then word by word, and never ending in a sign or a word between words.
std::string_view shorter(std::string_view value) {
  if (const std::size_t bracket = value.find(" ("); bracket != std::string_view::npos)
    return value.substr(0, bracket);
  if (const std::size_t comma = value.rfind(", "); comma != std::string_view::npos)
    return value.substr(0, comma);
  value = value.substr(0, value.rfind(' '));
  for (const std::string_view sign : {" =", " ×", " of", " and", " in", " a"})
    if (value.ends_with(sign)) value.remove_suffix(sign.size());
  return value;
}

// The track, and the knob that was dragged to `share` of it.
bool draw_track(const style::Style& style, float left, float right, float y, float knob,
                double& share) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool active = ImGui::IsItemActive();
  if (active)
    share =
        std::clamp((ImGui::GetIO().MousePos.x - left) / std::max(right - left, 1.0F), 0.0F, 1.0F);
  const float x = left + (right - left) * static_cast<float>(std::clamp(share, 0.0, 1.0));
  const float half = 2.0F * style.scale;
  list.AddRectFilled({left, y - half}, {right, y + half}, style.pack(style::Role::Line), half);
  list.AddRectFilled({left, y - half}, {x, y + half}, style.pack(style::Role::Accent), half);
  list.AddCircleFilled({x, y}, knob, style.pack(style::Role::Panel));
  list.AddCircleFilled(
      {x, y}, knob - 1.5F * style.scale,
      style.pack(ImGui::IsItemHovered() || active ? style::Role::Accent : style::Role::Selected));
  return active;
}

std::string_view without_equal(std::string_view value) {
  return value.substr(0, value.find(" = "));
}

}  // namespace

bool value_slider(const style::Style& style, const char* id, std::string_view title,
                  std::string_view value, double& share) {
  const float width = std::max(ImGui::GetContentRegionAvail().x, 8.0F);
  const float words = style.text_size * 1.35F, knob = style.text_size * 0.42F;
  ImGui::InvisibleButton(id, {width, words + knob * 2.6F});
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (!row_is_whole(list, min.y, max.y)) return false;
  const float title_width = measure(style, plain(style), title).x;
  while (value.find(' ') != std::string_view::npos &&
         title_width + style.gap + measure(style, mono(style), value).x > width)
    value = shorter(value);
  const float value_width = std::min(measure(style, mono(style), value).x + 1.0F, width);
  draw_text_in(list, style, mono(style), {max.x - value_width, min.y}, {max.x, min.y + words},
               value, 1.0F);
  draw_text_in(list, style, plain(style), min, {max.x - value_width - style.gap, min.y + words},
               title, 0.0F);
  return draw_track(style, min.x + knob, max.x - knob, min.y + words + knob * 1.2F, knob, share);
}

void widen(SliderColumns& columns, const style::Style& style, std::string_view title,
           std::string_view value) {
  columns.title = std::max(columns.title, measure(style, plain(style), title).x + 1.0F);
  columns.value =
      std::max(columns.value, measure(style, mono(style), without_equal(value)).x + 1.0F);
}

bool line_slider(const style::Style& style, const char* id, std::string_view title,
                 std::string_view value, const SliderColumns& columns, double& share) {
  const float width = std::max(ImGui::GetContentRegionAvail().x, 8.0F);
  const float knob = style.text_size * 0.38F;
  ImGui::InvisibleButton(id, {width, std::round(style.text_size * 1.35F)});
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (!row_is_whole(list, min.y, max.y)) return false;
  // The track gets a fifth of the width at least; where that leaves too little for titles and
  // values, values are told in fewer words, before a title is cut.
  const float words = width * 0.8F - 2 * style.gap;
  const float value_width = std::min(columns.value, std::max(words - columns.title, width * 0.2F));
  const float title_width = std::min(columns.title, words - value_width);
  value = without_equal(value);
  while (value.find(' ') != std::string_view::npos &&
         measure(style, mono(style), value).x + 1.0F > value_width)
    value = shorter(value);
  draw_text_in(list, style, plain(style), min, {min.x + title_width, max.y}, title, 0.0F);
  draw_text_in(list, style, mono(style), {max.x - value_width, min.y}, max, value, 1.0F);
  return draw_track(style, min.x + title_width + style.gap + knob,
                    max.x - value_width - style.gap - knob, (min.y + max.y) / 2, knob, share);
}

}  // namespace lanescope::ui::widgets
