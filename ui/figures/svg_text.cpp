#include "ui/figures/svg_text.hpp"

#include <fmt/format.h>

#include "ui/style/colour.hpp"

namespace lanescope::ui::figures {

std::string svg_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string svg_colour(style::Rgba colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", colour.r, colour.g, colour.b);
}

style::Rgba svg_blend(style::Rgba over, style::Rgba under, float opacity) {
  return style::mix(under, over, static_cast<double>(opacity));
}

}  // namespace lanescope::ui::figures
