#include "ui/figures/svg_text.hpp"

#include <fmt/format.h>

#include "sim/base/utf8.hpp"
#include "ui/style/colour.hpp"

namespace lanescope::ui::figures {

std::string svg_begin(double width, double height, double font, style::Rgba background,
                      std::string_view family) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" "
      "viewBox=\"0 0 {0:g} {1:g}\" font-family=\"{2}\" font-size=\"{3:g}\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"{4}\"/>\n",
      width, height, family, font, svg_colour(background));
}

std::string svg_group_at(double edge) {
  return fmt::format("<g transform=\"translate({0:g} {0:g})\">\n", edge);
}

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

std::vector<std::string> svg_lines(std::string_view sentence, std::size_t signs) {
  std::vector<std::string> lines;
  while (!sentence.empty()) {
    std::size_t end = 0, blank = std::string_view::npos;
    for (std::size_t seen = 0; end < sentence.size(); ++end) {
      if (sentence[end] == ' ') blank = end;
      if (begins_sign(sentence[end]) && ++seen > signs) break;
    }
    const bool breaks = end < sentence.size() && blank != std::string_view::npos && blank > 0;
    if (breaks) end = blank;
    lines.emplace_back(sentence.substr(0, end));
    sentence.remove_prefix(breaks ? end + 1 : end);
  }
  return lines;
}

std::string svg_colour(style::Rgba colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", colour.r, colour.g, colour.b);
}

style::Rgba svg_blend(style::Rgba over, style::Rgba under, float opacity) {
  return style::mix(under, over, static_cast<double>(opacity));
}

}  // namespace lanescope::ui::figures
