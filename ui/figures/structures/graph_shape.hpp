#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lab/lesson/lesson.hpp"

namespace lanescope::ui::figures::structures {

using GraphEdges = lesson::GraphTemplate::Edges;

// An edge as it is drawn, from where it leaves to where it leads.
struct GraphLine {
  std::uint32_t from = 0, to = 0;
  friend bool operator==(const GraphLine&, const GraphLine&) = default;
};

// A graph as its arrays tell it, and its vertices in layers: by their distance from a vertex, in an
// order in which few lines cross.
struct GraphShape {
  GraphEdges edges = GraphEdges::Out;
  std::vector<std::uint32_t> start;    // by vertex, and one more
  std::vector<std::uint32_t> ends;     // by edge
  std::vector<GraphLine> lines;        // of an edge stored at both its ends there is one
  std::vector<std::uint32_t> line_of;  // by edge
  std::vector<std::vector<std::uint32_t>> layers;
  bool out_of_reach = false;  // the last layer is of vertices that no edges lead to

  [[nodiscard]] std::uint32_t vertices() const {
    return static_cast<std::uint32_t>(start.size()) - 1;
  }
  // The vertex whose row an edge lies in.
  [[nodiscard]] std::uint32_t row_of(std::uint32_t edge) const;
  [[nodiscard]] GraphLine line_at(std::uint32_t edge) const;
};

// Nothing where the arrays are no graph: rows that fall, ends that are no vertex. With a root its
// distances are the layers; without one all parts of the graph are laid behind each other, each
// from one of its far ends.
[[nodiscard]] std::optional<GraphShape> graph_shape(std::vector<std::uint32_t> start,
                                                    std::vector<std::uint32_t> ends,
                                                    GraphEdges edges,
                                                    std::optional<std::uint32_t> root);

// How often lines between neighbouring layers cross.
[[nodiscard]] std::uint64_t crossings(const GraphShape& shape);

}  // namespace lanescope::ui::figures::structures
