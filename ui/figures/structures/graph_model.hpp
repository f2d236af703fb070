#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ui/figures/structures/graph_scene.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::figures::structures {

// The graph at a moment: how each vertex stands, what the lanes of the shown instruction do, and
// what is queued.
enum class VertexState : std::uint8_t { Untouched, Done, Frontier, Found };
struct GraphVertex {
  VertexState state = VertexState::Untouched;
  std::optional<std::int64_t> level;   // that it is on
  std::uint32_t colour = 0;            // 0: none
  bool marked = false;                 // another array says that it is taken
  std::uint32_t queued = 0;            // how often it is in the last queue
  std::optional<std::int64_t> beside;  // its priority
  bool worked_on = false;              // a lane of the shown instruction goes through its edges
  bool selected = false;
};
struct LitEdge {
  std::uint32_t edge = 0, lane = 0;
  GraphLine line;
  style::Role role = style::Role::Accent;
  std::string words;  // "lane 1: was 0, takes it"; of few lanes
};
struct QueueStrip {
  std::string name;
  std::vector<std::uint32_t> vertices;  // the first kMostQueued
  std::uint64_t count = 0;
  std::vector<bool> lit;  // read or written by the shown instruction
};
struct GraphModel {
  std::vector<GraphVertex> vertices;
  std::vector<LitEdge> lit;
  std::vector<QueueStrip> queues;
  std::optional<std::uint32_t> selected;  // vertex
  std::optional<std::int64_t> now;        // the level that is gone out from
  std::uint32_t colours = 0;              // how many are used
  std::vector<std::uint32_t> wrong;       // lines between two vertices of one colour
  std::string sentence, verdict;
  style::Role verdict_role = style::Role::Text;
};
inline constexpr std::size_t kMostQueued = 64;
inline constexpr std::ptrdiff_t kMostEdgeWords = 3;

[[nodiscard]] GraphModel graph_model(const session::Session& session, const GraphScene& scene);

// "vertex 9: level 3, 2 edges: destination[19] and 1 more".
[[nodiscard]] std::string vertex_words(const GraphScene& scene, const GraphModel& model,
                                       std::uint32_t vertex);
// The array in which a click selects a vertex: what changes of it, else its row.
[[nodiscard]] const view::ArrayInfo& vertex_array(const GraphScene& scene);
// "16 vertices · 25 edges".
[[nodiscard]] std::string graph_size_words(const GraphShape& shape);

}  // namespace lanescope::ui::figures::structures
