#include <cmath>

#include <fmt/format.h>

#include "ui/figures/structures/merge_picture.hpp"
#include "ui/figures/svg_text.hpp"

namespace lanescope::ui::figures::structures {
namespace {

constexpr float kWidth = 900.0F, kHeight = 560.0F, kEdge = 16.0F, kFont = 12.0F, kCaption = 36.0F;

class Drawing {
 public:
  Drawing(const MergePicture& picture, bool dark)
      : picture_(picture), style_(style::make_style({dark, false, true, 1.0F})) {}

  [[nodiscard]] std::string text(const std::string& sentence) {
    const MergeLayout& at = picture_.layout;
    const float height = at.bottom() + kCaption + 2 * kEdge;
    out_ =
        svg_begin(kWidth + 2 * kEdge, std::nearbyint(height), kFont, style_[style::Role::Panel]) +
        svg_group_at(kEdge);
    for (const MergeBox& one : picture_.boxes) box(one);
    for (const MergeStroke& one : picture_.strokes) stroke(one);
    for (const MergeDot& one : picture_.dots) dot(one);
    for (const MergeLabel& one : picture_.labels) label(one);
    words({0.0F, at.bottom() + kCaption * 0.75F}, sentence, ink(style::Role::Text), "start", kFont);
    return out_ + "</g>\n</svg>\n";
  }

 private:
  [[nodiscard]] style::Rgba outline(style::Role role) const {
    return style_.outline_colour[static_cast<int>(role)];
  }
  [[nodiscard]] style::Rgba ink(style::Role role) const {
    return style_.ink_colour[static_cast<int>(role)];
  }
  void box(const MergeBox& one) {
    const bool frame = one.fill <= 0.0F;
    const std::string look =
        frame ? fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"",
                            svg_colour(outline(one.role)))
              : fmt::format(
                    "fill=\"{}\"",
                    svg_colour(svg_blend(style_[one.role], style_[style::Role::Panel], one.fill)));
    out_ += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" {}/>\n",
                        one.from.x, one.from.y, one.to.x - one.from.x, one.to.y - one.from.y, look);
  }
  void stroke(const MergeStroke& one) {
    std::string points;
    for (const MergeSpot& spot : one.way) points += fmt::format("{:.1f},{:.1f} ", spot.x, spot.y);
    points.pop_back();
    const style::Rgba colour =
        one.role == style::Role::Panel ? style_[one.role] : outline(one.role);
    out_ += fmt::format(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:g}\" "
        "stroke-opacity=\"{:g}\"{}/>\n",
        points, svg_colour(colour), one.width, one.opacity,
        one.dashed ? " stroke-dasharray=\"4 4\"" : "");
  }
  void dot(const MergeDot& one) {
    const std::string colour = svg_colour(outline(one.role));
    out_ +=
        fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:g}\" fill=\"{}\" stroke=\"{}\"/>\n",
                    one.at.x, one.at.y, one.radius, one.hollow ? "none" : colour, colour);
  }
  void label(const MergeLabel& one) {
    const char* const anchor = one.align <= 0.0F ? "start" : one.align >= 1.0F ? "end" : "middle";
    const float x = one.from.x + (one.to.x - one.from.x) * one.align;
    const style::Rgba colour =
        one.ground ? style_.on_colour[static_cast<int>(*one.ground)] : ink(one.ink);
    words({x, (one.from.y + one.to.y) * 0.5F + kFont * 0.35F}, one.text, colour, anchor,
          one.number ? picture_.layout.text : kFont);
  }
  void words(MergeSpot at, const std::string& text, style::Rgba colour, const char* anchor,
             float size) {
    out_ += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:g}\" text-anchor=\"{}\" "
        "fill=\"{}\">{}</text>\n",
        at.x, at.y, size, anchor, svg_colour(colour), svg_escaped(text));
  }

  const MergePicture& picture_;
  style::Style style_;
  std::string out_;
};

}  // namespace

std::string merge_svg(const session::Session& session, const MergeScene& scene, bool dark,
                      bool rest) {
  const MergeModel model = merge_model(session, scene, rest);
  const MergePicture picture = merge_picture(scene, model, {kWidth, kHeight, kFont, 1.0F});
  return Drawing(picture, dark).text(model.sentence);
}

}  // namespace lanescope::ui::figures::structures
