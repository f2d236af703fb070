#pragma once

#include <cstdint>
#include <vector>

#include "ui/figures/structures/graph_shape.hpp"

namespace lanescope::ui::figures::structures {

// Where a graph's vertices are drawn, from the upper left corner of its figure.
struct GraphSpot {
  float x = 0.0F, y = 0.0F;
};
struct GraphLayout {
  // Columns: a layer a column. Rows of columns: as many layers as fit, then on in the row below,
  // the other way. Ring: a small graph without levels, or a star.
  enum class Kind : std::uint8_t { Columns, Rows, Ring } kind = Kind::Columns;
  std::vector<GraphSpot> at;  // by vertex
  float radius = 0.0F;        // of a vertex
  std::vector<bool> clear;  // by vertex: no other one is so near above it that words would cover it
  struct Column {
    float left = 0.0F, right = 0.0F;
  };
  std::vector<Column> columns;  // of Columns, by layer
};
struct GraphFrame {
  float width = 0.0F, height = 0.0F;
  float largest = 15.0F;  // radius of a vertex that has all the room it wants
};
// `levels`: the layers mean something; without them a few vertices are put on a ring.
[[nodiscard]] GraphLayout graph_layout(const GraphShape& shape, const GraphFrame& frame,
                                       bool levels);

// A line from rim to rim: straight, or, between columns, bent so that it leaves and comes in level.
struct GraphWay {
  GraphSpot from, bend_from, bend_to, to;  // of a Bézier curve
  bool curved = false;
  [[nodiscard]] GraphSpot at(float share) const;
};
[[nodiscard]] GraphWay graph_way(const GraphShape& shape, const GraphLayout& layout,
                                 const GraphLine& line);

}  // namespace lanescope::ui::figures::structures
