#include "ui/widgets/choice_row.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>

#include "ui/widgets/buttons.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::widgets {
namespace {

std::string_view words_of(std::span<const Choice> choices, std::string_view value) {
  const auto found = std::ranges::find(choices, value, &Choice::value);
  return found == choices.end() ? value : std::string_view(found->words);
}

// True: the drop-down was pressed.
bool draw_closed(const style::Style& style, std::string_view name, std::string_view title,
                 std::span<const Choice> choices, std::string_view value) {
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  float widest = 0.0F;
  for (const Choice& choice : choices)
    widest = std::max(widest, drop_down_size(style, choice.words).x);
  const float label = measure(style, plain(style), title).x;
  const bool beside = label + style.gap + widest <= width;
  const float height = drop_down_size(style, "x").y;
  if (beside) {
    draw_text_in(*ImGui::GetWindowDrawList(), style, plain(style), at,
                 {at.x + label + 1, at.y + height}, title, 0.0F);
    ImGui::SetCursorScreenPos({at.x + width - widest, at.y});
  } else {
    paragraph(style, title);
  }
  return drop_down(style, fmt::format("###{}", name).c_str(), words_of(choices, value),
                   beside ? widest : width);
}

}  // namespace

std::optional<std::string> choice_row(const style::Style& style, std::string_view name,
                                      std::string_view title, std::span<const Choice> choices,
                                      std::string_view value) {
  const std::string popup = fmt::format("###choices-{}", name);
  if (draw_closed(style, name, title, choices, value)) ImGui::OpenPopup(popup.c_str());
  if (!ImGui::BeginPopup(popup.c_str())) return std::nullopt;
  std::optional<std::string> chosen;
  for (const Choice& choice : choices) {
    // "" is a value, and no id.
    const std::string_view id = choice.value.empty() ? "none" : std::string_view(choice.value);
    if (ImGui::MenuItem(fmt::format("{}###{}", choice.words, id).c_str(), nullptr,
                        choice.value == value))
      chosen = choice.value;
    if (ImGui::IsItemHovered() && !choice.hint.empty()) tooltip(style, choice.hint);
  }
  ImGui::EndPopup();
  return chosen;
}

}  // namespace lanescope::ui::widgets
