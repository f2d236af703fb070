#include "ui/panels/warps/lane_brackets.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "ui/view/numbers.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::warps {
namespace {

using figures::LaneGroup;
using figures::LaneGroups;

constexpr std::uint32_t kMostLevels = 4;  // more lie in the uppermost

float level_height(const style::Style& style) { return style.small_size * 0.6F; }

std::uint32_t levels_of(const LaneGroups& groups) {
  return std::clamp(groups.levels, 1U, kMostLevels);
}

class Brackets {
 public:
  Brackets(const style::Style& style, const LaneGroups& groups, ImVec2 lanes, float bottom,
           float cell)
      : style_(style),
        groups_(groups),
        list_(*ImGui::GetWindowDrawList()),
        left_(lanes.x),
        top_(lanes.y),
        bottom_(bottom),
        cell_(cell) {}

  void draw() {
    for (const LaneGroup& group : groups_.groups) draw_group(group);
  }

 private:
  // A post at each end of neighbours, and at each lane of those that are none.
  void draw_group(const LaneGroup& group) {
    const auto first = static_cast<std::uint32_t>(std::countr_zero(group.lanes));
    const auto last = static_cast<std::uint32_t>(63 - std::countl_zero(group.lanes));
    const float thick = std::max(1.0F, 1.6F * style_.scale);
    const std::uint32_t colour = style_.outline(style::Role::Accent, groups_.now ? 1.0F : 0.6F);
    const float y =
        bottom_ -
        level_height(style_) * (0.9F + static_cast<float>(std::min(group.level, kMostLevels - 1)));
    const bool close = (group.lanes >> first) == full_mask(static_cast<int>(last - first + 1));
    const float inset = std::min(cell_ * 0.18F, 2.5F * style_.scale);
    const float from = close ? left(first) + inset : middle(first);
    const float to = close ? left(last + 1) - inset : middle(last);
    list_.AddRectFilled({from, y}, {std::max(to, from + thick), y + thick}, colour);
    for (std::uint32_t lane = first; lane <= last; ++lane) {
      const bool member = (group.lanes >> lane & 1U) != 0;
      if (!member || (close && lane != first && lane != last)) continue;
      const float x = !close ? middle(lane) : lane == first ? from : to - thick;
      list_.AddRectFilled({x, y}, {x + thick, bottom_}, colour);
      if (close && first == last) list_.AddRectFilled({to - thick, y}, {to, bottom_}, colour);
    }
    if (groups_.levels <= 1) draw_size(group, from, to, y);
  }
  void draw_size(const LaneGroup& group, float from, float to, float y) {
    widgets::TextLook look = widgets::small_mono(style_);
    look.colour = style_.ink(groups_.now ? style::Role::Accent : style::Role::TextSecondary);
    const std::string words = fmt::format("{}", std::popcount(group.lanes));
    if (widgets::measure(style_, look, words).x > to - from) return;
    widgets::draw_text_in(list_, style_, look, {from, top_}, {to, y}, words);
  }
  [[nodiscard]] float left(std::uint32_t lane) const {
    return left_ + static_cast<float>(lane) * cell_;
  }
  [[nodiscard]] float middle(std::uint32_t lane) const { return left(lane) + cell_ * 0.5F; }

  const style::Style& style_;
  const LaneGroups& groups_;
  ImDrawList& list_;
  float left_, top_, bottom_, cell_;
};

std::string tooltip_words(const LaneGroups& groups, const LaneGroup& group) {
  return say_many(static_cast<std::uint64_t>(std::popcount(group.lanes)),
                  "A group of {} lane: {}. ", "A group of {} lanes: {}. ",
                  std::popcount(group.lanes), view::lane_series(group.lanes)) +
         groups.sentence;
}

}  // namespace

float brackets_height(const style::Style& style, const LaneGroups& groups) {
  if (!groups.possible) return 0.0F;
  return style.small_size * 1.15F + level_height(style) * static_cast<float>(levels_of(groups));
}

void draw_brackets(const style::Style& style, const LaneGroups& groups, float name, float cell,
                   int lanes) {
  const float height = brackets_height(style, groups);
  if (height <= 0.0F) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = cell * static_cast<float>(lanes);
  if (!groups.groups.empty() && name > style.text_size * 2.5F)
    widgets::draw_text_in(*ImGui::GetWindowDrawList(), style, widgets::small_text(style), at,
                          {at.x + name, at.y + height}, tr("groups"), 0.0F);
  Brackets(style, groups, {at.x + name, at.y}, at.y + height - 1.0F, cell).draw();
  ImGui::Dummy({name + width, height});
  if (!ImGui::IsItemHovered()) return;
  const float x = (ImGui::GetIO().MousePos.x - at.x - name) / cell;
  const LaneGroup* group = x < 0.0F ? nullptr : groups.of(static_cast<std::uint32_t>(x));
  if (group != nullptr) widgets::tooltip(style, tooltip_words(groups, *group));
}

}  // namespace lanescope::ui::panels::warps
