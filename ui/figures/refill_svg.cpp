#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "ui/figures/refill_model.hpp"
#include "ui/figures/svg_text.hpp"

namespace lanescope::ui::figures {
namespace {

constexpr double kRefillWidth = 640, kRefillName = 48, kRefillRow = 24, kRefillEdge = 24,
                 kRefillFont = 12;
constexpr std::size_t kRefillLetters = 104;  // of a line of the sentence

std::string refill_text(double x, double y, style::Rgba ink, const char* anchor,
                        std::string_view words) {
  return fmt::format("<text x=\"{:g}\" y=\"{:g}\" fill=\"{}\" text-anchor=\"{}\">{}</text>\n", x, y,
                     svg_colour(ink), anchor, svg_escaped(words));
}

}  // namespace

std::string refill_svg(const RefillModel& model, bool dark) {
  const style::Style style = style::make_style({dark, false, true, 1.0F});
  const auto ink = [&](style::Role role) { return style.ink_colour[static_cast<int>(role)]; };
  const double rows = model.sms * model.places;
  const double width = 2 * kRefillEdge + kRefillName + kRefillWidth;
  const std::vector<std::string> lines = svg_lines(model.sentence, kRefillLetters);
  const double caption = kRefillEdge + rows * kRefillRow + 2 * kRefillFont;
  const double height =
      caption + kRefillEdge + static_cast<double>(lines.size()) * kRefillFont * 1.4;
  std::string out = svg_begin(width, height, kRefillFont, style[style::Role::Panel]);
  const auto top_of = [&](std::uint32_t sm, std::uint32_t place) {
    return kRefillEdge + (static_cast<double>(sm) * model.places + place) * kRefillRow;
  };
  for (std::uint32_t sm = 0; sm < model.sms; ++sm)
    out += refill_text(kRefillEdge, top_of(sm, 0) + kRefillRow * 0.65,
                       ink(style::Role::TextSecondary), "start", fmt::format("SM {}", sm));
  const double step = model.end == 0 ? 0.0 : kRefillWidth / static_cast<double>(model.end);
  for (const RefillBlock& one : model.blocks) {
    const double left = kRefillEdge + kRefillName + static_cast<double>(one.begin) * step;
    const double wide = static_cast<double>(one.end - one.begin) * step;
    const double top = top_of(one.sm, one.place);
    out += fmt::format(
        "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:g}\" rx=\"3\" fill=\"{}\"/>\n",
        left + 1, top + 1, std::max(wide - 2, 1.0), kRefillRow - 2,
        svg_colour(style[style::Role::Active]));
    if (wide > kRefillFont * 1.6)
      out += refill_text(left + wide / 2, top + kRefillRow * 0.65, style[style::Role::Panel],
                         "middle", fmt::format("{}", one.block));
  }
  for (std::size_t i = 0; i < lines.size(); ++i)
    out += refill_text(kRefillEdge, caption + static_cast<double>(i) * kRefillFont * 1.4,
                       ink(style::Role::Text), "start", lines[i]);
  return out + "</svg>\n";
}

}  // namespace lanescope::ui::figures
