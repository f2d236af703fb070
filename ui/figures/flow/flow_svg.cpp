#include "ui/figures/flow/flow_svg.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "ui/figures/flow/flow_words.hpp"
#include "ui/figures/svg_text.hpp"

namespace lanescope::ui::figures::flow {
namespace {

constexpr float kWidth = 1080.0F, kHeight = 560.0F, kEdge = 16.0F, kFont = 12.0F;
constexpr float kSign = 0.58F;  // of the font's size: how wide a letter is

class Drawing {
 public:
  explicit Drawing(const SvgOptions& options)
      : style_(style::make_style({options.dark, false, true, 1.0F})) {}

  [[nodiscard]] std::string text(const FlowScene& scene, const std::string& words) {
    const auto lines = wrapped(words);
    const float below = kEdge + scene.layout.height + kFont * 2.0F;
    const float height = below + static_cast<float>(lines.size()) * kFont * 1.4F + kEdge;
    out_ = svg_begin(kWidth + 2 * kEdge, height, kFont, style_[style::Role::Panel]) +
           svg_group_at(kEdge);
    for (const FlowTile& tile : scene.tiles) draw(tile);
    for (const FlowEdge& edge : scene.edges)
      rect(edge.x0, edge.y0, edge.x1, edge.y1, 4.0F,
           fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"",
                       outline(style::Role::Accent)));
    for (const FlowStroke& stroke : scene.strokes) draw(stroke);
    for (const FlowLabel& label : scene.labels) draw(label);
    out_ += "</g>\n";
    for (std::size_t i = 0; i < lines.size(); ++i)
      out_ += fmt::format("<text x=\"{:g}\" y=\"{:g}\" fill=\"{}\">{}</text>\n", kEdge,
                          below + static_cast<float>(i) * kFont * 1.4F,
                          svg_colour(style_[style::Role::Text]), svg_escaped(lines[i]));
    return out_ + "</svg>\n";
  }

 private:
  [[nodiscard]] std::string outline(style::Role role) const {
    return svg_colour(style_.outline_colour[static_cast<int>(role)]);
  }
  [[nodiscard]] static std::vector<std::string> wrapped(const std::string& words) {
    const auto most = static_cast<std::size_t>(kWidth / (kFont * kSign));
    std::vector<std::string> lines{""};
    std::size_t from = 0;
    while (from < words.size()) {
      const std::size_t to = std::min(words.find(' ', from), words.size());
      const std::string word = words.substr(from, to - from);
      if (!lines.back().empty() && lines.back().size() + 1 + word.size() > most)
        lines.emplace_back();
      lines.back() += (lines.back().empty() ? "" : " ") + word;
      from = to + 1;
    }
    return lines;
  }

  void rect(float x0, float y0, float x1, float y1, float rounding, const std::string& look) {
    out_ +=
        fmt::format("<rect x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\" rx=\"{:g}\" {}/>\n",
                    x0, y0, x1 - x0, y1 - y0, rounding, look);
  }
  void draw(const FlowTile& tile) {
    const float side = std::min(tile.x1 - tile.x0, tile.y1 - tile.y0);
    const float rounding = std::min(3.0F, side * 0.2F);
    if (tile.fill <= 0.0F || tile.fill >= 1.0F)
      rect(tile.x0, tile.y0, tile.x1, tile.y1, rounding,
           fmt::format("fill=\"{}\"", svg_colour(style_[style::Role::Inactive])));
    if (tile.fill > 0.0F)
      rect(tile.x0, tile.y0, tile.x1, tile.y1, rounding,
           fmt::format("fill=\"{}\" fill-opacity=\"{:g}\"{}", svg_colour(style_[tile.role]),
                       tile.fill,
                       tile.outline ? fmt::format(" stroke=\"{}\"", outline(tile.role)) : ""));
    if (!tile.dot) return;
    const FlowDot dot = dot_of(tile);
    out_ += fmt::format("<circle cx=\"{:g}\" cy=\"{:g}\" r=\"{:g}\" fill=\"{}\"/>\n", dot.x, dot.y,
                        dot.radius, outline(tile.role));
  }
  void draw(const FlowStroke& stroke) {
    out_ += fmt::format(
        "<path d=\"M{:g} {:g}C{:g} {:g} {:g} {:g} {:g} {:g}\" fill=\"none\" stroke=\"{}\" "
        "stroke-width=\"{}\"{}/>\n",
        stroke.x0, stroke.y0, stroke.bend_x0, stroke.bend_y0, stroke.bend_x1, stroke.bend_y1,
        stroke.x1, stroke.y1, outline(stroke.role), stroke.faint ? "1" : "1.75",
        stroke.faint ? " stroke-opacity=\"0.5\"" : "");
  }
  void draw(const FlowLabel& label) {
    const style::Rgba ink =
        label.ground != style::Role::Panel
            ? style_.on_colour[static_cast<int>(label.ground)]
            : style_[label.value ? style::Role::Text : style::Role::TextSecondary];
    const float x = label.x0 + (label.x1 - label.x0) * label.align;
    out_ +=
        fmt::format("<text x=\"{:g}\" y=\"{:g}\" fill=\"{}\"{}{}>{}</text>\n", x,
                    (label.y0 + label.y1) * 0.5F + kFont * 0.35F, svg_colour(ink),
                    label.align > 0.0F ? " text-anchor=\"middle\"" : "",
                    label.value ? " font-family=\"JetBrains Mono, monospace\" font-size=\"9\"" : "",
                    svg_escaped(label.text));
  }

  style::Style style_;
  std::string out_;
};

}  // namespace

std::string flow_svg(FlowShape shape, const FlowPicture& picture, FlowValues values,
                     const SvgOptions& options) {
  FlowSceneOptions scene;
  scene.room = {kWidth, kHeight, kFont * 1.5F, 16.0F, 60.0F, 36.0F};
  scene.width = [](std::string_view words) {
    return static_cast<float>(words.size()) * kFont * kSign;
  };
  for (const FlowFigure& figure : picture.figures)
    scene.room.label = std::max(scene.room.label, scene.width(figure.caption));
  scene.values = std::move(values);
  const FlowScene drawn = flow_scene(shape, picture, scene);
  return Drawing(options).text(drawn, picture.sentence + left_out_words(drawn));
}

}  // namespace lanescope::ui::figures::flow
