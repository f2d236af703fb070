#pragma once

#include <cstdint>
#include <string_view>

struct ImFont;

namespace lanescope::ui::widgets {
class LabelLog;
class TermClicks;
}  // namespace lanescope::ui::widgets

namespace lanescope::ui::style {

// One colour has one meaning everywhere. Values in palette.cpp, for dark and
// light; a test checks contrasts and colour-blind distances by role.
enum class Role : std::uint8_t {
  Background,
  Panel,
  Header,
  Line,
  Text,
  TextSecondary,
  Accent,
  Active,
  Inactive,
  PredicatedOff,
  Waiting,
  Exited,
  Load,
  Store,
  Atomic,
  Divergence,
  Conflict,
  Wasted,
  Selected,
  RunA,
  RunB,
  Equal,
  Explained,
  Different,
  Limit,
  Error,
  Pausing,    // a warp in the fixed time of its last instruction
  Ready,      // a warp that could issue, while another one does
  PipeTaken,  // a warp that an arithmetic unit keeps waiting
  Fetching,   // a warp whose next instruction is not there
  Count,
};
inline constexpr int kRoleCount = static_cast<int>(Role::Count);

struct Rgba {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  friend constexpr bool operator==(const Rgba&, const Rgba&) = default;
};

// Colours, fonts and sizes of the frame. Sizes are in pixels at the present scale.
struct Style {
  Rgba colour[kRoleCount];          // fills
  Rgba outline_colour[kRoleCount];  // moved towards the text colour until 3:1 against the panel
  Rgba ink_colour[kRoleCount];      // the same until 4.5:1: for words in the role's colour
  Rgba on_colour[kRoleCount];       // for words on a fill of the role
  ImFont* text = nullptr;           // Inter
  ImFont* text_bold = nullptr;
  ImFont* mono = nullptr;  // JetBrains Mono
  float text_size = 15.0F, small_size = 12.5F, title_size = 15.0F;
  float scale = 1.0F;
  float gap = 8.0F, padding = 12.0F, rounding = 6.0F;
  bool dark = true;
  bool presenter = false;
  bool reduced_motion = false;
  bool controls = true;  // panels have buttons of their own; not in the class's window
  widgets::LabelLog* labels = nullptr;  // of tests: who drew which words in which rectangle
  widgets::TermClicks* terms =
      nullptr;  // who hears of clicks on words of the glossary; null: no links

  [[nodiscard]] Rgba operator[](Role role) const { return colour[static_cast<int>(role)]; }
  // As ImGui's packed colour, optionally with another opacity 0…1.
  [[nodiscard]] std::uint32_t pack(Role role, float alpha = 1.0F) const;
  [[nodiscard]] std::uint32_t outline(Role role, float alpha = 1.0F) const;
  [[nodiscard]] std::uint32_t ink(Role role, float alpha = 1.0F) const;
  [[nodiscard]] std::uint32_t on(Role role, float alpha = 1.0F) const;
};

[[nodiscard]] Rgba palette_colour(bool dark, Role role);
[[nodiscard]] std::string_view role_name(Role role);  // "waiting", as in themes and legends

struct StyleOptions {
  bool dark = true;
  bool presenter = false;  // larger type
  bool reduced_motion = false;
  float scale = 1.0F;  // 1 … 2.5
};
// Everything but the fonts.
[[nodiscard]] Style make_style(const StyleOptions& options);

}  // namespace lanescope::ui::style
