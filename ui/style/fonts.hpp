#pragma once

#include <string>

#include "ui/style/style.hpp"

namespace lanescope::ui::style {

// Font files found, empty where there is none: $LANESCOPE_FONTS, then Debian's packages fonts-inter
// and fonts-jetbrains-mono, then the usual places of other systems.
struct FontFiles {
  std::string text, bold, mono;
};
[[nodiscard]] FontFiles find_fonts();

// In the atlas of the current ImGui context, drawn afresh at every size that is asked for; ImGui's
// own font stands in for a file that is missing.
struct Fonts {
  ImFont* text = nullptr;
  ImFont* bold = nullptr;
  ImFont* mono = nullptr;
};
[[nodiscard]] Fonts load_fonts(const FontFiles& files);

// Puts the fonts into the style, and the style's colours and sizes into the current ImGui context.
void apply_style(Style& style, const Fonts& fonts);

}  // namespace lanescope::ui::style
