#include "ui/widgets/refill_figure.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/view/numbers.hpp"
#include "ui/widgets/cells.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::widgets {
namespace {

// True while the mouse is over the block.
bool draw_refill_block(const style::Style& style, const figures::RefillBlock& one, bool selected,
                       ImVec2 min, ImVec2 max) {
  draw_cell(*ImGui::GetWindowDrawList(), style, min, max,
            {style::Role::Active, CellShape::Filled, selected}, fmt::format("{}", one.block));
  tooltip_over(style, min, max,
               say("Block {} on SM {}: from step {} to step {}, {} steps.", one.block, one.sm,
                   view::with_commas(one.begin), view::with_commas(one.end),
                   view::with_commas(one.end - one.begin)));
  // Not what the tooltip says: while the button is held, nothing is hovered.
  return ImGui::IsMouseHoveringRect(min, max);
}

}  // namespace

std::optional<std::uint64_t> draw_refill(const style::Style& style,
                                         const figures::RefillModel& model) {
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float row = style.text_size * 1.45F;
  const float name = measure(style, small_text(style), "SM 16").x + style.gap;
  const float width = std::max(ImGui::GetContentRegionAvail().x - 1.0F - name, 8.0F);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto top_of = [&](std::uint32_t sm, std::uint32_t place) {
    return origin.y + static_cast<float>(sm * model.places + place) * row;
  };
  for (std::uint32_t sm = 0; sm < model.sms; ++sm)
    draw_text_in(list, style, small_text(style), {origin.x, top_of(sm, 0)},
                 {origin.x + name, top_of(sm, 0) + row}, fmt::format("SM {}", sm), 0.0F);
  std::optional<std::uint64_t> under;
  const float step = model.end == 0 ? 0.0F : width / static_cast<float>(model.end);
  for (const figures::RefillBlock& one : model.blocks) {
    const float left = origin.x + name + static_cast<float>(one.begin) * step;
    const float right = origin.x + name + static_cast<float>(one.end) * step;
    const float top = top_of(one.sm, one.place);
    if (draw_refill_block(style, one, one.block == model.selected, {left + 1, top + 1},
                          {std::max(right - 1, left + 2), top + row - 1}))
      under = one.block;
  }
  const auto rows = static_cast<float>(model.sms * model.places);
  const bool clicked =
      ImGui::InvisibleButton("###refill", {name + width, row * rows + style.gap * 0.5F});
  return clicked ? under : std::nullopt;
}

}  // namespace lanescope::ui::widgets
