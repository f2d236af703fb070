#pragma once

#include <string_view>

#include <imgui.h>

#include "ui/style/style.hpp"

namespace lanescope::ui::widgets {

// Signs drawn as shapes, sharp at any scale.
enum class Icon : std::uint8_t {
  ToStart,
  PreviousPhase,
  StepBack,
  Play,
  Pause,
  StepForward,
  NextPhase,
  ToEnd,
  Theme,
  Layout,
  Help,
  Projector,
  Command,
  Edit,
  Check,
  Circle,
  Cross,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
};
void draw_icon(ImDrawList& list, Icon icon, ImVec2 centre, float size, std::uint32_t colour);

// What a button looks like in the flow of things. Told: words to read, whether it can be pressed
// or not.
enum class Emphasis : std::uint8_t { Plain, Chosen, Primary, Quiet, Told };

// All are ImGui items with the id given ("###step-forward"): tests find them by it.
bool icon_button(const style::Style& style, const char* id, Icon icon, ImVec2 size,
                 Emphasis emphasis = Emphasis::Plain, bool enabled = true);
// `width` 0: as wide as the words need.
bool text_button(const style::Style& style, const char* id, std::string_view text,
                 float width = 0.0F, Emphasis emphasis = Emphasis::Plain, bool enabled = true);
[[nodiscard]] ImVec2 text_button_size(const style::Style& style, std::string_view text);
// A rounded outline with words in the role's ink; `role` TextSecondary for a quiet one.
bool chip(const style::Style& style, const char* id, std::string_view text, style::Role role);
[[nodiscard]] ImVec2 chip_size(const style::Style& style, std::string_view text);
// Words that open something: "heat: shared wavefronts ▾".
bool drop_down(const style::Style& style, const char* id, std::string_view text,
               float width = 0.0F);
[[nodiscard]] ImVec2 drop_down_size(const style::Style& style, std::string_view text);

}  // namespace lanescope::ui::widgets
