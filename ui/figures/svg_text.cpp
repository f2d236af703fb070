#include "ui/figures/svg_text.hpp"

#include <fmt/format.h>

#include "ui/style/colour.hpp"

namespace lanescope::ui {

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

std::string svg_colour(Rgba colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", colour.r, colour.g, colour.b);
}

Rgba svg_blend(Rgba over, Rgba under, float opacity) {
  return mix(under, over, static_cast<double>(opacity));
}

}  // namespace lanescope::ui
