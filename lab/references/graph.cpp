#include <algorithm>
#include <utility>

#include "lab/references/reference.hpp"

namespace lanescope::references {
namespace {

using Edge = std::pair<std::size_t, std::size_t>;  // from, to

std::size_t index(double element) { return static_cast<std::size_t>(element); }

// A graph as it is stored: the edges of a vertex lie from start[v] to start[v + 1].
class Graph {
 public:
  Graph(const ReferenceInput& s, const char* ends)
      : start_(s.before("start")), end_(s.before(ends)) {}

  [[nodiscard]] std::size_t size() const { return start_.size() - 1; }

  template <typename Visit>
  void each_neighbour(std::size_t vertex, Visit visit) const {
    for (std::size_t e = index(start_[vertex]); e < index(start_[vertex + 1]); ++e)
      visit(index(end_[e]));
  }

 private:
  Numbers start_, end_;
};

std::vector<Edge> edges_of(const ReferenceInput& s, const char* ends, bool incoming) {
  const Graph graph(s, ends);
  std::vector<Edge> edges;
  for (std::size_t v = 0; v < graph.size(); ++v)
    graph.each_neighbour(
        v, [&](std::size_t u) { edges.push_back(incoming ? Edge{u, v} : Edge{v, u}); });
  return edges;
}

// Level after level, until one finds nothing new. Those that nothing has reached are below 0.
Numbers distances(Numbers distance, const std::vector<Edge>& edges) {
  bool found = true;
  for (double level = 0.0; found; ++level) {
    found = false;
    for (const auto& [from, to] : edges) {
      if (distance[from] != level || distance[to] >= 0.0) continue;
      distance[to] = level + 1.0;
      found = true;
    }
  }
  return distance;
}

std::vector<Expectation> bfs(const ReferenceInput& s) {
  return {{"distance",
           distances(s.before("distance"), edges_of(s, "destination", /*incoming=*/false))}};
}

std::vector<Expectation> bfs_incoming(const ReferenceInput& s) {
  return {{"distance", distances(s.before("distance"), edges_of(s, "source", /*incoming=*/true))}};
}

std::vector<Expectation> bfs_frontiers(const ReferenceInput& s) {
  std::vector<Expectation> out = bfs(s);
  Numbers sizes(s.before("sizes").size(), 0.0);
  for (const double level : out[0].values) {
    if (level >= 0.0 && index(level) < sizes.size()) sizes[index(level)] += 1.0;
  }
  out.push_back({"sizes", std::move(sizes)});
  return out;
}

double smallest_free_colour(const Graph& graph, const Numbers& colour, std::size_t vertex) {
  double free = 1.0;
  for (bool taken = true; taken;) {
    taken = false;
    graph.each_neighbour(vertex, [&](std::size_t u) { taken |= colour[u] == free; });
    if (taken) free += 1.0;
  }
  return free;
}

std::vector<Expectation> greedy_colouring(const ReferenceInput& s) {
  const Graph graph(s, "neighbour");
  Numbers colour(graph.size(), 0.0);
  for (const double vertex : s.before("order"))
    colour[index(vertex)] = smallest_free_colour(graph, colour, index(vertex));
  return {{"colour", std::move(colour)}};
}

// How many are still 0 after a round.
double count_zeros(const Numbers& values) {
  return static_cast<double>(std::ranges::count(values, 0.0));
}

// In each round those without a colour (0) whose priority is above that of all neighbours without
// one; among equals the higher number.
std::vector<Expectation> jones_plassmann(const ReferenceInput& s) {
  const Graph graph(s, "neighbour");
  const Numbers priority = s.before("priority");
  Numbers colour(graph.size(), 0.0);
  Numbers left;
  while (left.size() < s.number("rounds")) {
    Numbers next = colour;
    for (std::size_t v = 0; v < graph.size(); ++v) {
      bool highest = colour[v] == 0.0;
      graph.each_neighbour(v, [&](std::size_t u) {
        if (colour[u] == 0.0 && std::pair(priority[u], u) > std::pair(priority[v], v))
          highest = false;
      });
      if (highest) next[v] = smallest_free_colour(graph, colour, v);
    }
    colour = std::move(next);
    left.push_back(count_zeros(colour));
  }
  return {{"colour", std::move(colour)}, {"left", std::move(left)}};
}

constexpr double kOpen = 0.0, kIn = 1.0, kOut = 2.0;

std::vector<Expectation> greedy_independent_set(const ReferenceInput& s) {
  const Graph graph(s, "neighbour");
  Numbers state(graph.size(), kOut);
  for (const double vertex : s.before("order")) {
    bool free = true;
    graph.each_neighbour(index(vertex), [&](std::size_t u) { free &= state[u] != kIn; });
    if (free) state[index(vertex)] = kIn;
  }
  const auto size = static_cast<double>(std::ranges::count(state, kIn));
  return {{"state", std::move(state)}, {"size", {size}}};
}

// One round: who stands below all neighbours that are still open comes in, and then the neighbours
// of those that are in go out.
Numbers after_round(const Graph& graph, const Numbers& priority, const Numbers& before) {
  Numbers state = before;
  for (std::size_t v = 0; v < graph.size(); ++v) {
    if (before[v] != kOpen) continue;
    bool lowest = true;
    graph.each_neighbour(v, [&](std::size_t u) {
      if (before[u] == kOpen && std::pair(priority[u], u) < std::pair(priority[v], v))
        lowest = false;
    });
    if (lowest) state[v] = kIn;
  }
  for (std::size_t v = 0; v < graph.size(); ++v) {
    if (state[v] != kIn) continue;
    graph.each_neighbour(v, [&](std::size_t u) { state[u] = kOut; });
  }
  return state;
}

std::vector<Expectation> luby(const ReferenceInput& s) {
  const Graph graph(s, "neighbour");
  const Numbers priority = s.before("priority");
  Numbers state(graph.size(), kOpen);
  Numbers left;
  while (left.size() < s.number("rounds")) {
    state = after_round(graph, priority, state);
    left.push_back(count_zeros(state));
  }
  const auto size = static_cast<double>(std::ranges::count(state, kIn));
  return {{"state", std::move(state)}, {"left", std::move(left)}, {"size", {size}}};
}

}  // namespace

std::vector<Reference> graph_references() {
  return {{"bfs", {"start", "destination", "distance"}, bfs},
          {"bfs_incoming", {"start", "source", "distance"}, bfs_incoming},
          {"bfs_frontiers", {"start", "destination", "distance", "sizes"}, bfs_frontiers},
          {"greedy_colouring", {"start", "neighbour", "order", "colour"}, greedy_colouring},
          {"jones_plassmann",
           {"start", "neighbour", "priority", "colour", "left", "rounds"},
           jones_plassmann},
          {"greedy_independent_set",
           {"start", "neighbour", "order", "state", "size"},
           greedy_independent_set},
          {"luby", {"start", "neighbour", "priority", "state", "left", "size", "rounds"}, luby}};
}

}  // namespace lanescope::references
