#include <algorithm>

#include <fmt/format.h>

#include "ui/figures/program/host_strip.hpp"
#include "ui/figures/svg_text.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::program {
namespace {

constexpr float kUnit = 72.0F, kRow = 30.0F, kBox = 22.0F, kNames = 80.0F, kMargin = 12.0F;
constexpr std::size_t kMostBoxes = 400;

}  // namespace

Result<std::string> host_strip_svg(const session::Session& session, bool dark) {
  if (session.open_program() == nullptr) return bad_input(tr("no program is open"));
  const style::Style style = style::make_style({dark, false, true, 1.0F});
  const HostStrip strip = host_strip(*session.open_program());
  const std::size_t count = std::min(strip.boxes.size(), kMostBoxes);
  float length = 1.0F;
  for (std::size_t i = 0; i < count; ++i)
    length = std::max(length, strip.boxes[i].begin + strip.boxes[i].length);
  const float width = kNames + length * kUnit + 2 * kMargin;
  const float height = kRow * static_cast<float>(strip.rows.size()) + 3 * kMargin + kBox;
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"Inter, sans-serif\" font-size=\"12\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"{2}\"/>\n",
      width, height, svg_colour(style[style::Role::Panel]));
  const auto text = [&](float x, float y, style::Rgba colour, std::string_view words) {
    out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"{}\">{}</text>\n", x, y,
                       svg_colour(colour), svg_escaped(words));
  };
  const auto ink = [&](style::Role role) { return style.ink_colour[static_cast<int>(role)]; };
  for (std::size_t row = 0; row < strip.rows.size(); ++row)
    text(kMargin, kMargin + kRow * static_cast<float>(row) + 15, ink(style::Role::TextSecondary),
         strip.rows[row]);
  for (std::size_t i = 0; i < count; ++i) {
    const StripBox& box = strip.boxes[i];
    const float x = kMargin + kNames + box.begin * kUnit;
    const float y = kMargin + kRow * static_cast<float>(box.row), wide = box.length * kUnit - 3;
    const bool shown = session.shows_launch() && box.kind == BoxKind::Launch &&
                       box.launch == session.state().program.launch;
    out += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" rx=\"3\" fill=\"{}\"{}/>\n",
        x, y, wide, kBox, svg_colour(style[role_of(box)]),
        shown ? fmt::format(" stroke=\"{}\" stroke-width=\"2\"",
                            svg_colour(style[style::Role::Selected]))
              : "");
    const auto room = static_cast<std::size_t>(std::max(0.0F, (wide - 8) / 6.5F));
    text(x + 5, y + 15, style.on_colour[static_cast<int>(role_of(box))],
         box.label.size() <= room ? box.label : box.label.substr(0, room));
  }
  text(kMargin, height - kMargin, ink(style::Role::TextSecondary), strip_note());
  return out + "</svg>\n";
}

}  // namespace lanescope::ui::figures::program
