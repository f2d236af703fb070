#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "ui/figures/svg_text.hpp"
#include "ui/figures/traffic/traffic_layout.hpp"
#include "ui/figures/traffic/traffic_model.hpp"

namespace lanescope::ui::figures::traffic {
namespace {

constexpr double kWidth = 560, kHeight = 420, kFont = 13, kEdge = 24, kLine = 18;
constexpr std::size_t kSigns = 84;  // of a line

class Writer {
 public:
  Writer(const TrafficModel& model, bool dark)
      : model_(model),
        layout_(traffic_layout(model, static_cast<float>(kWidth), static_cast<float>(kHeight),
                               static_cast<float>(kFont))),
        style_(style::make_style({dark, false, true, 1.0F})) {}

  [[nodiscard]] std::string text() {
    for (std::size_t i = 0; i < kWays; ++i) way(model_.ways[i], layout_.ways[i], i);
    for (std::size_t i = 0; i < kPlaces; ++i) box(i);
    double y = double{layout_.height} + kLine * 1.5;
    for (const std::string& line : svg_lines(model_.sentence, kSigns)) {
      words(0, y, style::Role::Text, line);
      y += kLine;
    }
    return svg_begin(kWidth + 2 * kEdge, y + 2 * kEdge, kFont, style_[style::Role::Panel]) +
           svg_group_at(kEdge) + out_ + "</g>\n</svg>\n";
  }

 private:
  void box(std::size_t index) {
    const Rect& at = layout_.boxes[index];
    const TrafficBox& box = model_.boxes[index];
    const bool busiest = model_.most > 0 && static_cast<Place>(index) == model_.busiest;
    out_ += fmt::format(
        "<rect x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\" rx=\"6\" fill=\"{}\" "
        "stroke=\"{}\"/>\n",
        at.left, at.top, at.right - at.left, at.bottom - at.top,
        svg_colour(style_[style::Role::Header]),
        svg_colour(style_[busiest ? style::Role::Accent : style::Role::Line]));
    const double middle = double{at.top + at.bottom} / 2;
    words(double{at.left} + kFont, middle, style::Role::Text, box.name);
    const bool two = layout_.has_more && !box.more.empty();
    words(layout_.notes, middle - (two ? kLine / 2 : 0), box.role, box.text);
    if (two) words(layout_.notes, middle + kLine / 2, style::Role::TextSecondary, box.more);
  }
  void way(const TrafficWay& way, const Bands& at, std::size_t index) {
    const bool copies = static_cast<Way>(index) == Way::Copied;
    if (copies && way.bytes.sum() == 0) return;
    if (way.bytes.sum() == 0) band(at.middle - 0.5F, 1.0F, at, style_[style::Role::Line]);
    band(at.middle - 1 - at.in, at.in, at, outline(style::Role::Load));
    band(at.middle + 1, at.out, at, outline(style::Role::Store));
    if (!copies) words(at.words, at.line, style::Role::TextSecondary, way.text);
  }
  void band(float left, float width, const Bands& at, style::Rgba colour) {
    if (width <= 0) return;
    out_ += fmt::format(
        "<rect x=\"{:.2f}\" y=\"{:g}\" width=\"{:.2f}\" height=\"{:g}\" fill=\"{}\"/>\n", left,
        at.top, width, at.bottom - at.top, svg_colour(colour));
  }
  void words(double x, double middle, style::Role role, std::string_view text) {
    out_ +=
        fmt::format("<text x=\"{:g}\" y=\"{:g}\" fill=\"{}\">{}</text>\n", x, middle + kFont * 0.35,
                    svg_colour(style_.ink_colour[static_cast<int>(role)]), svg_escaped(text));
  }
  [[nodiscard]] style::Rgba outline(style::Role role) const {
    return style_.outline_colour[static_cast<int>(role)];
  }

  const TrafficModel& model_;
  TrafficLayout layout_;
  style::Style style_;
  std::string out_;
};

}  // namespace

std::string traffic_svg(const TrafficModel& model, bool dark) { return Writer(model, dark).text(); }

}  // namespace lanescope::ui::figures::traffic
