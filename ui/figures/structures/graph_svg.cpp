#include "ui/figures/structures/graph_svg.hpp"

#include <fmt/format.h>

#include "ui/figures/structures/graph_layout.hpp"
#include "ui/figures/structures/graph_look.hpp"
#include "ui/figures/svg_text.hpp"

namespace lanescope::ui::figures::structures {
namespace {

constexpr float kWidth = 960.0F, kHeight = 500.0F, kEdge = 16.0F, kFont = 12.0F, kHeader = 24.0F;
constexpr float kCaption = 40.0F;

class Drawing {
 public:
  Drawing(const GraphScene& scene, const GraphModel& model, bool dark)
      : scene_(scene),
        model_(model),
        style_(style::make_style({dark, false, true, 1.0F})),
        layout_(graph_layout(scene.shape, {kWidth, kHeight, 15.0F},
                             scene.has(GraphScene::Part::Level))) {}

  [[nodiscard]] std::string text() {
    const float width = kWidth + 2 * kEdge, height = kHeight + kHeader + kCaption + 2 * kEdge;
    out_ = svg_begin(width, height, kFont, style_[style::Role::Panel]);
    for (const GraphLine& line : scene_.shape.lines) {
      const LineLook look = line_look(model_, line, scene_.shape.lines.size());
      stroke(line, style_[look.role], look.opacity, look.width);
    }
    for (const std::uint32_t wrong : model_.wrong)
      stroke(scene_.shape.lines[wrong], outline(style::Role::Error), 1.0F, 3.0F);
    for (const LitEdge& lit : model_.lit) stroke(lit.line, outline(lit.role), 1.0F, 3.0F);
    for (std::uint32_t v = 0; v < model_.vertices.size(); ++v) draw_vertex(v);
    for (const LitEdge& lit : model_.lit) draw_lit(lit);
    draw_columns();
    words({kWidth / 2, kHeight + kCaption * 0.7F}, model_.sentence, ink(style::Role::Text), kFont);
    return out_ + "</svg>\n";
  }

 private:
  [[nodiscard]] style::Rgba outline(style::Role role) const {
    return style_.outline_colour[static_cast<int>(role)];
  }
  [[nodiscard]] style::Rgba ink(style::Role role) const {
    return style_.ink_colour[static_cast<int>(role)];
  }
  static GraphSpot place(GraphSpot spot) { return {spot.x + kEdge, spot.y + kEdge + kHeader}; }

  void stroke(const GraphLine& line, style::Rgba colour, float opacity, float width) {
    const GraphWay way = graph_way(scene_.shape, layout_, line);
    const GraphSpot a = place(way.from), b = place(way.bend_from), c = place(way.bend_to),
                    d = place(way.to);
    out_ += way.curved
                ? fmt::format(
                      "<path d=\"M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} "
                      "{:.1f}\"",
                      a.x, a.y, b.x, b.y, c.x, c.y, d.x, d.y)
                : fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\"", a.x, a.y, d.x, d.y);
    out_ += fmt::format(
        " fill=\"none\" stroke=\"{}\" stroke-opacity=\"{:g}\" stroke-width=\"{:g}\"/>\n",
        svg_colour(colour), opacity, width);
  }
  void circle(GraphSpot at, float radius, const std::string& fill, style::Rgba rim, float width) {
    out_ += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\" stroke=\"{}\" "
        "stroke-width=\"{:g}\"/>\n",
        at.x, at.y, radius, fill, svg_colour(rim), width);
  }
  void words(GraphSpot at, const std::string& text, style::Rgba colour, float size) {
    const GraphSpot put = place(at);
    out_ += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\" text-anchor=\"middle\" "
        "fill=\"{}\">{}</text>\n",
        put.x, put.y + size * 0.35F, size, svg_colour(colour), svg_escaped(text));
  }
  void draw_vertex(std::uint32_t v) {
    constexpr float kReadable = 7.0F;
    const VertexLook look = vertex_look(model_, v);
    const GraphVertex& vertex = model_.vertices[v];
    const GraphSpot at = layout_.at[v];
    const style::Rgba fill = svg_blend(style_[look.role], style_[style::Role::Panel], look.fill);
    circle(place(at), layout_.radius, svg_colour(fill), outline(look.ring),
           look.thick ? 2.0F : 1.2F);
    if (layout_.radius < kReadable) return;
    const style::Rgba colour =
        look.on_role ? style_.on_colour[static_cast<int>(look.role)] : ink(look.ink);
    words(at, fmt::format("{}", v), colour, layout_.radius * 0.8F);
    const float off = layout_.radius * 1.25F;
    if (vertex.colour != 0)
      words({at.x + off, at.y + off}, fmt::format("{}", vertex.colour), ink(style::Role::Text),
            kFont * 0.8F);
    if (vertex.queued > 1)
      words({at.x + off, at.y - off}, fmt::format("×{}", vertex.queued), ink(style::Role::Error),
            kFont * 0.8F);
  }
  void draw_lit(const LitEdge& lit) {
    circle(place(layout_.at[scene_.shape.ends[lit.edge]]), layout_.radius + 1.0F, "none",
           outline(lit.role), 2.5F);
    if (lit.words.empty()) return;
    words(graph_way(scene_.shape, layout_, lit.line).at(0.42F), lit.words, ink(lit.role), kFont);
  }
  void draw_columns() {
    constexpr float kSign = 6.5F;  // about the width of one
    for (std::size_t l = 0; l < layout_.columns.size(); ++l) {
      const GraphLayout::Column& column = layout_.columns[l];
      for (const Brevity brevity : {Brevity::Long, Brevity::Short, Brevity::Number}) {
        const std::string name = column_words(scene_, model_, l, brevity);
        if (static_cast<float>(name.size()) * kSign > column.right - column.left) continue;
        words({(column.left + column.right) / 2, -kHeader / 2}, name, ink(column_role(model_, l)),
              kFont);
        break;
      }
    }
  }

  const GraphScene& scene_;
  const GraphModel& model_;
  style::Style style_;
  GraphLayout layout_;
  std::string out_;
};

}  // namespace

Result<std::string> graph_svg(const session::Session& session, bool dark) {
  const Result<GraphScene> scene = graph_scene(session);
  if (!scene) return scene.error();
  const GraphModel model = graph_model(session, *scene);
  return Drawing(*scene, model, dark).text();
}

}  // namespace lanescope::ui::figures::structures
