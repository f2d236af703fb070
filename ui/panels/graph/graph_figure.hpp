#pragma once

#include <optional>

#include <imgui.h>

#include "ui/figures/structures/graph_layout.hpp"
#include "ui/figures/structures/graph_model.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::panels::graph {

struct GraphFigure {
  const figures::structures::GraphScene& scene;
  const figures::structures::GraphModel& model;
  const figures::structures::GraphLayout* layout = nullptr;
  ImVec2 origin;
  float width = 0.0F, height = 0.0F;

  [[nodiscard]] ImVec2 at(std::uint32_t vertex) const {
    const figures::structures::GraphSpot& spot = layout->at[vertex];
    return {origin.x + spot.x, origin.y + spot.y};
  }
};
// Lines, vertices, and the lanes' edges on top of them, into the draw list of the window.
void draw_graph_figure(const style::Style& style, const GraphFigure& figure);
// The levels' names, in a band of this height above the figure.
void draw_columns(const style::Style& style, const GraphFigure& figure, float height);
// The vertex under the pointer.
[[nodiscard]] std::optional<std::uint32_t> vertex_at(const style::Style& style,
                                                     const GraphFigure& figure, ImVec2 pointer);

}  // namespace lanescope::ui::panels::graph
