#include "ui/widgets/rounds_figure.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/widgets/cells.hpp"
#include "ui/widgets/text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::widgets {
namespace {

constexpr std::uint64_t kMostRounds = 64;  // drawn

struct Frame2d {
  ImVec2 origin;
  float name = 0.0F;  // width of "round 3", 0 where it has no room
  float sm = 0.0F;    // width of an SM's column, gap included
  float gap = 0.0F;
  float cell = 0.0F;  // width of a place
  float row = 0.0F;   // height
  float head = 0.0F;  // height of the line of SMs
};

Frame2d frame_of(const style::Style& style, const figures::RoundsModel& model) {
  Frame2d f;
  f.origin = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x - 1.0F;
  const float name = measure(style, small_text(style), say("round {}", 64)).x + style.gap;
  f.name = width > name * 4 ? name : 0.0F;
  f.sm = std::min((width - f.name) / static_cast<float>(model.sms),
                  style.text_size * 3.2F * static_cast<float>(model.shown_places) + style.gap);
  f.gap = std::min(style.gap, f.sm * 0.2F);
  f.cell = (f.sm - f.gap) / static_cast<float>(model.shown_places);
  f.row = style.text_size * 1.45F;
  f.head = style.small_size * 1.5F;
  return f;
}

// A place of an SM in a round; true while the mouse is over a block there.
bool draw_place(const style::Style& style, std::optional<std::uint64_t> block, bool selected,
                ImVec2 min, ImVec2 max, const std::string& where) {
  draw_cell(*ImGui::GetWindowDrawList(), style, min, max,
            {block ? style::Role::Active : style::Role::Inactive,
             block ? CellShape::Filled : CellShape::Dashed, selected},
            block ? fmt::format("{}", *block) : std::string());
  tooltip_over(style, min, max,
               block ? say("Block {} runs {}.", *block, where)
                     : say("No block is left for this place {}.", where));
  // Not what the tooltip says: while the button is held, nothing is hovered.
  return ImGui::IsMouseHoveringRect(min, max) && block.has_value();
}

}  // namespace

std::optional<std::uint64_t> draw_rounds(const style::Style& style,
                                         const figures::RoundsModel& model) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Frame2d f = frame_of(style, model);
  const std::uint64_t rounds = std::min(model.rounds, kMostRounds);
  std::optional<std::uint64_t> under;
  for (std::uint32_t sm = 0; sm < model.sms; ++sm) {
    const float left = f.origin.x + f.name + static_cast<float>(sm) * f.sm;
    const std::string title = fmt::format("SM {}", sm);
    const bool fits = measure(style, small_text(style), title).x < f.sm - f.gap;
    draw_text_in(list, style, small_text(style), {left, f.origin.y},
                 {left + f.sm - f.gap, f.origin.y + f.head}, fits ? title : fmt::format("{}", sm));
    for (std::uint64_t round = 0; round < rounds; ++round) {
      const float top = f.origin.y + f.head + static_cast<float>(round) * f.row;
      for (std::uint32_t place = 0; place < model.shown_places; ++place) {
        const ImVec2 min{left + static_cast<float>(place) * f.cell + 1, top + 1};
        const ImVec2 max{min.x + std::max(f.cell - 2, 2.0F), top + f.row - 1};
        const auto block = model.block_at(round, sm, place);
        if (draw_place(style, block, block == model.selected, min, max,
                       say("in round {} on SM {}", round + 1, sm)))
          under = block;
      }
    }
  }
  for (std::uint64_t round = 0; f.name > 0.0F && round < rounds; ++round) {
    const float top = f.origin.y + f.head + static_cast<float>(round) * f.row;
    draw_text_in(list, style, small_text(style), {f.origin.x, top},
                 {f.origin.x + f.name, top + f.row}, say("round {}", round + 1), 0.0F);
  }
  const bool clicked = ImGui::InvisibleButton(
      "###rounds", {f.name + f.sm * static_cast<float>(model.sms),
                    f.head + f.row * static_cast<float>(rounds) + style.gap * 0.5F});
  return clicked ? under : std::nullopt;
}

}  // namespace lanescope::ui::widgets
