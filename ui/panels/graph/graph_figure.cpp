#include "ui/panels/graph/graph_figure.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <imgui_internal.h>

#include "ui/figures/structures/graph_look.hpp"
#include "ui/widgets/text.hpp"

namespace lanescope::ui::panels::graph {
namespace {

constexpr float kReadable = 7.5F;  // pixels at scale 1

class Painter {
 public:
  Painter(const style::Style& style, const GraphFigure& figure)
      : style_(style),
        figure_(figure),
        model_(figure.model),
        list_(*ImGui::GetWindowDrawList()),
        radius_(figure.layout->radius) {}

  void draw() {
    for (const figures::structures::GraphLine& line : figure_.scene.shape.lines) draw_line(line);
    for (const figures::structures::LitEdge& lit : model_.lit)
      if (lit.role == style::Role::Accent) draw_lit(lit);
    for (const std::uint32_t wrong : model_.wrong)
      stroke(figure_.scene.shape.lines[wrong], style_.outline(style::Role::Error),
             3.0F * style_.scale);
    for (const figures::structures::LitEdge& lit : model_.lit)
      if (lit.role != style::Role::Accent) draw_lit(lit);
    for (std::uint32_t v = 0; v < model_.vertices.size(); ++v) draw_vertex(v);
    for (const figures::structures::LitEdge& lit : model_.lit) draw_end(lit);
    for (const figures::structures::LitEdge& lit : model_.lit) draw_lit_words(lit);
  }

 private:
  [[nodiscard]] ImVec2 place(const figures::structures::GraphSpot& spot) const {
    return {figure_.origin.x + spot.x, figure_.origin.y + spot.y};
  }
  [[nodiscard]] figures::structures::GraphWay way(
      const figures::structures::GraphLine& line) const {
    return figures::structures::graph_way(figure_.scene.shape, *figure_.layout, line);
  }
  void stroke(const figures::structures::GraphLine& line, std::uint32_t colour, float width) {
    const figures::structures::GraphWay w = way(line);
    if (w.curved)
      list_.AddBezierCubic(place(w.from), place(w.bend_from), place(w.bend_to), place(w.to), colour,
                           width);
    else
      list_.AddLine(place(w.from), place(w.to), colour, width);
  }
  void draw_line(const figures::structures::GraphLine& line) {
    const figures::structures::LineLook look =
        figures::structures::line_look(model_, line, figure_.scene.shape.lines.size());
    stroke(line, style_.pack(look.role, look.opacity), look.width * style_.scale);
  }
  void draw_lit(const figures::structures::LitEdge& lit) {
    stroke(lit.line, style_.outline(lit.role), 3.0F * style_.scale);
    if (figure_.scene.shape.edges == figures::structures::GraphEdges::Both) return;
    const figures::structures::GraphWay w = way(lit.line);
    const ImVec2 tip = place(w.to), before = place(w.at(0.9F));
    const float length = std::max(std::hypot(tip.x - before.x, tip.y - before.y), 0.01F);
    const float size = std::clamp(radius_ * 0.8F, 4.0F * style_.scale, 10.0F * style_.scale);
    const ImVec2 back{(before.x - tip.x) / length * size, (before.y - tip.y) / length * size};
    list_.AddTriangleFilled(tip, {tip.x + back.x - back.y * 0.5F, tip.y + back.y + back.x * 0.5F},
                            {tip.x + back.x + back.y * 0.5F, tip.y + back.y - back.x * 0.5F},
                            style_.outline(lit.role));
  }
  // The vertex that the edge's other end in the array is.
  void draw_end(const figures::structures::LitEdge& lit) {
    const std::uint32_t end = figure_.scene.shape.ends[lit.edge];
    list_.AddCircle(figure_.at(end), radius_ + 1.0F * style_.scale, style_.outline(lit.role), 0,
                    2.5F * style_.scale);
  }
  [[nodiscard]] std::uint32_t ring(style::Role role) const {
    return role == style::Role::TextSecondary ? style_.pack(role, 0.7F) : style_.outline(role);
  }
  void draw_vertex(std::uint32_t v) {
    const figures::structures::GraphVertex& vertex = model_.vertices[v];
    const figures::structures::VertexLook look = figures::structures::vertex_look(model_, v);
    const ImVec2 at = figure_.at(v);
    const int segments = radius_ < 4.0F ? 8 : 0;
    if (look.fill < 1.0F)
      list_.AddCircleFilled(at, radius_, style_.pack(style::Role::Panel), segments);
    list_.AddCircleFilled(at, radius_, style_.pack(look.role, look.fill), segments);
    const float width = (look.thick ? 2.0F : 1.2F) * style_.scale;
    list_.AddCircle(at, radius_, ring(look.ring), segments, std::min(width, radius_ * 0.5F));
    if (vertex.worked_on)
      list_.AddCircle(at, radius_ + 3.0F * style_.scale, style_.outline(style::Role::Accent), 0,
                      1.5F * style_.scale);
    if (vertex.selected)
      list_.AddCircle(at, radius_ + 5.0F * style_.scale, style_.outline(style::Role::Selected), 0,
                      2.0F * style_.scale);
    draw_number(v, look, at);
    if (radius_ >= 9.0F * style_.scale) draw_badges(v, at);
  }
  void draw_number(std::uint32_t v, const figures::structures::VertexLook& look, ImVec2 at) {
    const std::string words = fmt::format("{}", v);
    widgets::TextLook text = widgets::small_mono(style_);
    text.size =
        std::min(text.size, radius_ * 2.0F * 0.9F / (0.62F * static_cast<float>(words.size())));
    text.size = std::min(text.size, radius_ * 1.25F);
    if (text.size < kReadable * style_.scale) return;
    text.colour = look.on_role ? style_.on(look.role) : style_.ink(look.ink);
    widgets::draw_text_in(list_, style_, text, {at.x - radius_, at.y - radius_},
                          {at.x + radius_, at.y + radius_}, words);
  }
  // The colour's number, below at the right; how often queued, above there; the priority, above.
  void draw_badges(std::uint32_t v, ImVec2 at) {
    const figures::structures::GraphVertex& vertex = model_.vertices[v];
    const float off = radius_ * 0.95F;
    if (vertex.colour != 0)
      badge({at.x + off, at.y + off}, fmt::format("{}", vertex.colour),
            style_.outline(figures::structures::colour_role(vertex.colour)),
            style_.pack(style::Role::Text));
    if (vertex.queued > 1)
      badge({at.x + off, at.y - off}, fmt::format("×{}", vertex.queued),
            style_.outline(style::Role::Error), style_.ink(style::Role::Error));
    if (!vertex.beside || !figure_.layout->clear[v]) return;
    const widgets::TextLook look = widgets::small_mono(style_);
    const std::string words = fmt::format("{}", *vertex.beside);
    const ImVec2 size = widgets::measure(style_, look, words);
    widgets::draw_text(list_, style_, look, {at.x - size.x / 2, at.y - radius_ - size.y * 1.25F},
                       words);
  }
  void badge(ImVec2 at, const std::string& words, std::uint32_t rim, std::uint32_t ink) {
    widgets::TextLook look = widgets::small_mono(style_);
    look.colour = ink;
    const ImVec2 size = widgets::measure(style_, look, words);
    const float high = size.y * 0.5F, wide = std::max(high, size.x * 0.5F + 3.0F * style_.scale);
    const ImVec2 min{at.x - wide, at.y - high}, max{at.x + wide, at.y + high};
    list_.AddRectFilled(min, max, style_.pack(style::Role::Panel), high);
    list_.AddRect(min, max, rim, high, 1.2F * style_.scale);
    widgets::draw_text_in(list_, style_, look, min, max, words);
  }
  // On the line, or as near above, below or beside as words cover neither vertices nor other words;
  // where all is full, not the line's ends.
  [[nodiscard]] ImVec2 free_place(const figures::structures::GraphLine& line, ImVec2 size) const {
    const ImVec2 middle = place(way(line).at(0.5F));
    const float left = figure_.origin.x + 2.0F, top = figure_.origin.y;
    const float right = std::max(left, figure_.origin.x + figure_.width - size.x - 2.0F);
    const float bottom = std::max(top, top + figure_.height - size.y);
    constexpr int kTries = 25;
    std::optional<ImVec2> beside_ends;
    for (const float aside : {0.0F, 0.3F, -0.3F, 0.6F, -0.6F}) {
      for (int i = 0; i < kTries; ++i) {
        const float off = static_cast<float>(i % 2 == 0 ? i / 2 : -(i + 1) / 2) * size.y * 0.35F;
        const ImVec2 at{std::clamp(middle.x - size.x / 2 + aside * size.x, left, right),
                        std::clamp(middle.y - size.y / 2 + off, top, bottom)};
        const ImRect words(at, {at.x + size.x, at.y + size.y});
        if (std::ranges::any_of(worded_, [&](const ImRect& o) { return o.Overlaps(words); }) ||
            covers(words, line.from) || covers(words, line.to))
          continue;
        if (!covers_any(words)) return at;
        if (!beside_ends) beside_ends = at;
      }
    }
    return beside_ends.value_or(ImVec2{std::clamp(middle.x - size.x / 2, left, right),
                                       std::clamp(middle.y - size.y / 2, top, bottom)});
  }
  [[nodiscard]] bool covers(const ImRect& words, std::uint32_t vertex) const {
    return words.Overlaps(around(figure_.at(vertex)));
  }
  [[nodiscard]] bool covers_any(const ImRect& words) const {
    for (std::uint32_t v = 0; v < model_.vertices.size(); ++v)
      if (covers(words, v)) return true;
    return false;
  }
  [[nodiscard]] ImRect around(ImVec2 at) const {
    const float reach = radius_ + 2.0F;
    return {{at.x - reach, at.y - reach}, {at.x + reach, at.y + reach}};
  }
  void draw_lit_words(const figures::structures::LitEdge& lit) {
    if (lit.words.empty()) return;
    widgets::TextLook look = widgets::small_text(style_);
    look.colour = style_.ink(lit.role);
    const ImVec2 size = widgets::measure(style_, look, lit.words);
    if (size.x > figure_.width - 4.0F) return;
    const ImVec2 at = free_place(lit.line, size);
    worded_.push_back({at, {at.x + size.x, at.y + size.y}});
    list_.AddRectFilled({at.x - 3, at.y - 1}, {at.x + size.x + 3, at.y + size.y + 1},
                        style_.pack(style::Role::Panel, 0.88F), 3.0F * style_.scale);
    widgets::draw_text(list_, style_, look, at, lit.words);
  }

  const style::Style& style_;
  const GraphFigure& figure_;
  const figures::structures::GraphModel& model_;
  ImDrawList& list_;
  float radius_;
  std::vector<ImRect> worded_;
};

}  // namespace

void draw_graph_figure(const style::Style& style, const GraphFigure& figure) {
  Painter(style, figure).draw();
}

void draw_columns(const style::Style& style, const GraphFigure& figure, float height) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  widgets::TextLook look = widgets::small_text(style);
  for (std::size_t l = 0; l < figure.layout->columns.size(); ++l) {
    const figures::structures::GraphLayout::Column& column = figure.layout->columns[l];
    const float room = column.right - column.left - style.gap * 0.5F;
    look.colour = style.ink(figures::structures::column_role(figure.model, l));
    for (const figures::structures::Brevity brevity :
         {figures::structures::Brevity::Long, figures::structures::Brevity::Short,
          figures::structures::Brevity::Number}) {
      const std::string words =
          figures::structures::column_words(figure.scene, figure.model, l, brevity);
      if (widgets::measure(style, look, words).x > room) continue;
      const float left = figure.origin.x + column.left, top = figure.origin.y - height;
      widgets::draw_text_in(list, style, look, {left, top},
                            {figure.origin.x + column.right, figure.origin.y}, words);
      break;
    }
  }
}

std::optional<std::uint32_t> vertex_at(const style::Style& style, const GraphFigure& figure,
                                       ImVec2 pointer) {
  float nearest = std::max(figure.layout->radius + 2.0F, 6.0F * style.scale);
  std::optional<std::uint32_t> found;
  for (std::uint32_t v = 0; v < figure.model.vertices.size(); ++v) {
    const ImVec2 at = figure.at(v);
    const float away = std::hypot(at.x - pointer.x, at.y - pointer.y);
    if (away > nearest) continue;
    nearest = away;
    found = v;
  }
  return found;
}

}  // namespace lanescope::ui::panels::graph
