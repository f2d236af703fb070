#include <algorithm>
#include <cstdint>
#include <utility>

#include "lab/lesson/reference_table.hpp"

namespace lanescope::lab {
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
    graph.each_neighbour(v, [&](std::size_t u) {
      edges.push_back(incoming ? Edge{u, v} : Edge{v, u});
    });
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

constexpr double kUndecided = 0.0, kIn = 1.0, kOut = 2.0;

bool has_neighbour_in(const Graph& graph, const Numbers& state, std::size_t vertex) {
  bool found = false;
  graph.each_neighbour(vertex, [&](std::size_t u) { found |= state[u] == kIn; });
  return found;
}

std::vector<Expectation> greedy_independent_set(const ReferenceInput& s) {
  const Graph graph(s, "neighbour");
  Numbers state(graph.size(), kUndecided);
  for (std::size_t v = 0; v < graph.size(); ++v)
    state[v] = has_neighbour_in(graph, state, v) ? kOut : kIn;
  return {{"state", std::move(state)}};
}

// A round: the neighbours of those that are in go out, and whoever draws less than all neighbours
// that were undecided goes in; among equals the lower number.
template <typename Draw>
std::vector<Expectation> independent_set(const ReferenceInput& s, Draw draw) {
  const Graph graph(s, "neighbour");
  Numbers state(graph.size(), kUndecided);
  Numbers left;
  while (left.size() < s.number("rounds")) {
    const std::size_t round = left.size();
    Numbers next = state;
    for (std::size_t v = 0; v < graph.size(); ++v) {
      if (state[v] != kUndecided) continue;
      bool least = true;
      graph.each_neighbour(v, [&](std::size_t u) {
        if (state[u] == kUndecided && std::pair(draw(u, round), u) < std::pair(draw(v, round), v))
          least = false;
      });
      if (has_neighbour_in(graph, state, v))
        next[v] = kOut;
      else if (least)
        next[v] = kIn;
    }
    state = std::move(next);
    left.push_back(count_zeros(state));
  }
  return {{"state", std::move(state)}, {"left", std::move(left)}};
}

std::vector<Expectation> independent_set_kept(const ReferenceInput& s) {
  const Numbers priority = s.before("priority");
  return independent_set(s, [&](std::size_t v, std::size_t) { return priority[v]; });
}

// The kernel's random numbers: the finalizer of MurmurHash3 over vertex and round.
std::uint32_t drawn(std::uint32_t vertex, std::uint32_t round) {
  std::uint32_t h = vertex + round * 0x9e3779b9U;
  h = (h ^ (h >> 16U)) * 0x85ebca6bU;
  h = (h ^ (h >> 13U)) * 0xc2b2ae35U;
  return h ^ (h >> 16U);
}

std::vector<Expectation> independent_set_drawn(const ReferenceInput& s) {
  return independent_set(s, [](std::size_t v, std::size_t round) {
    return drawn(static_cast<std::uint32_t>(v), static_cast<std::uint32_t>(round));
  });
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
          {"greedy_independent_set", {"start", "neighbour", "state"}, greedy_independent_set},
          {"independent_set_kept",
           {"start", "neighbour", "priority", "state", "left", "rounds"},
           independent_set_kept},
          {"independent_set_drawn",
           {"start", "neighbour", "state", "left", "rounds"},
           independent_set_drawn}};
}

}  // namespace lanescope::lab
