#include <cmath>

#include <fmt/format.h>

#include "ui/figures/network/network_picture.hpp"
#include "ui/figures/svg_text.hpp"

namespace lanescope::ui::figures::network {
namespace {

constexpr float kWidth = 900.0F, kHeight = 520.0F, kEdge = 16.0F, kFont = 12.0F, kCaption = 36.0F;

class Writer {
 public:
  Writer(const NetworkPicture& picture, bool dark)
      : picture_(picture), style_(style::make_style({dark, false, true, 1.0F})) {}

  [[nodiscard]] std::string text(const std::string& sentence) {
    const NetworkLayout& at = picture_.layout;
    const float bottom = (at.stages > 0.0F ? at.stages : at.distances) + at.text * 1.4F;
    out_ = svg_begin(kWidth + 2 * kEdge, std::nearbyint(bottom + kCaption + 2 * kEdge), kFont,
                     style_[style::Role::Panel]) +
           svg_group_at(kEdge);
    for (const NetworkBox& one : picture_.boxes) box(one);
    for (const NetworkStroke& one : picture_.strokes) stroke(one);
    for (const NetworkDot& one : picture_.dots)
      out_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:g}\" {}/>\n", one.at.x,
                          one.at.y, one.radius, filled(one.role, one.opacity));
    for (const NetworkArrow& one : picture_.arrows) arrow(one);
    for (const NetworkLabel& one : picture_.labels) label(one);
    out_ +=
        fmt::format("<text x=\"0\" y=\"{:.1f}\" fill=\"{}\">{}</text>\n", bottom + kCaption * 0.75F,
                    svg_colour(ink(style::Role::Text)), svg_escaped(sentence));
    return out_ + "</g>\n</svg>\n";
  }

 private:
  [[nodiscard]] style::Rgba ink(style::Role role) const {
    return style_.ink_colour[static_cast<int>(role)];
  }
  [[nodiscard]] style::Rgba line(style::Role role) const {
    return role == style::Role::Line ? style_[role] : style_.outline_colour[static_cast<int>(role)];
  }
  [[nodiscard]] std::string filled(style::Role role, float opacity) const {
    return fmt::format("fill=\"{}\" fill-opacity=\"{:g}\"", svg_colour(line(role)), opacity);
  }
  void box(const NetworkBox& one) {
    out_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n",
        one.from.x, one.from.y, one.to.x - one.from.x, one.to.y - one.from.y,
        svg_colour(svg_blend(style_[one.role], style_[style::Role::Panel], one.fill)));
  }
  void stroke(const NetworkStroke& one) {
    out_ += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
        "stroke-width=\"{:g}\" stroke-opacity=\"{:g}\"/>\n",
        one.from.x, one.from.y, one.to.x, one.to.y, svg_colour(line(one.role)), one.width,
        one.opacity);
  }
  void arrow(const NetworkArrow& one) {
    const float back = one.tip.y + (one.down ? -one.size : one.size), half = one.size * 0.6F;
    out_ += fmt::format("<polygon points=\"{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}\" {}/>\n",
                        one.tip.x, one.tip.y, one.tip.x - half, back, one.tip.x + half, back,
                        filled(one.role, one.opacity));
  }
  void label(const NetworkLabel& one) {
    const char* const anchor = one.align <= 0.0F ? "start" : one.align >= 1.0F ? "end" : "middle";
    out_ += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:g}\" text-anchor=\"{}\" "
        "fill=\"{}\">{}</text>\n",
        one.from.x + (one.to.x - one.from.x) * one.align,
        (one.from.y + one.to.y) * 0.5F + one.size * 0.35F, one.size, anchor,
        svg_colour(ink(one.ink)), svg_escaped(one.text));
  }

  const NetworkPicture& picture_;
  style::Style style_;
  std::string out_;
};

}  // namespace

Result<std::string> network_svg(const view::View& view, bool dark, NetworkSecrets secrets) {
  const auto scene = network_scene(view);
  if (!scene) return scene.error();
  const NetworkModel model = network_model(view, *scene, secrets);
  const NetworkPicture picture = network_picture(*scene, model, {kWidth, kHeight, kFont, 1.0F});
  return Writer(picture, dark).text(model.sentence);
}

}  // namespace lanescope::ui::figures::network
