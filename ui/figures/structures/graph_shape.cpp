#include "ui/figures/structures/graph_shape.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lanescope::ui::figures::structures {
namespace {

using Layers = std::vector<std::vector<std::uint32_t>>;
using Lists = std::vector<std::vector<std::uint32_t>>;

bool is_graph(const std::vector<std::uint32_t>& start, const std::vector<std::uint32_t>& ends) {
  if (start.size() < 2 || start.front() != 0 || start.back() > ends.size()) return false;
  if (!std::ranges::is_sorted(start)) return false;
  return std::ranges::all_of(ends, [&](std::uint32_t end) { return end + 1 < start.size(); });
}

void add_lines(GraphShape& shape) {
  shape.line_of.assign(shape.start.back(), 0);
  for (std::uint32_t v = 0; v < shape.vertices(); ++v) {
    for (std::uint32_t e = shape.start[v]; e < shape.start[v + 1]; ++e) {
      const std::uint32_t end = shape.ends[e];
      shape.line_of[e] = static_cast<std::uint32_t>(shape.lines.size());
      const auto back = shape.edges == GraphEdges::Both && end < v
                            ? std::find(shape.ends.begin() + shape.start[end],
                                        shape.ends.begin() + shape.start[end + 1], v)
                            : shape.ends.end();
      if (back != shape.ends.end() && back != shape.ends.begin() + shape.start[end + 1])
        shape.line_of[e] = shape.line_of[static_cast<std::size_t>(back - shape.ends.begin())];
      else
        shape.lines.push_back(shape.line_at(e));
    }
  }
}

// The vertices that a walk goes on to from each.
Lists ways_on(const GraphShape& shape, bool both_ways) {
  Lists lists(shape.vertices());
  for (const GraphLine& line : shape.lines) {
    lists[line.from].push_back(line.to);
    if (both_ways) lists[line.to].push_back(line.from);
  }
  return lists;
}

// Layers of what is reached from `root` and not yet seen.
Layers walk(const Lists& on, std::uint32_t root, std::vector<bool>& seen) {
  Layers layers{{root}};
  seen[root] = true;
  while (true) {
    std::vector<std::uint32_t> next;
    for (const std::uint32_t v : layers.back()) {
      for (const std::uint32_t to : on[v]) {
        if (!seen[to]) next.push_back(to);
        seen[to] = true;
      }
    }
    if (next.empty()) return layers;
    std::ranges::sort(next);
    layers.push_back(std::move(next));
  }
}

Layers from_root(const GraphShape& shape, std::uint32_t root, bool& out_of_reach) {
  std::vector<bool> seen(shape.vertices(), false);
  Layers layers = walk(ways_on(shape, shape.edges == GraphEdges::Both), root, seen);
  std::vector<std::uint32_t> others;
  for (std::uint32_t v = 0; v < shape.vertices(); ++v)
    if (!seen[v]) others.push_back(v);
  out_of_reach = !others.empty();
  if (out_of_reach) layers.push_back(std::move(others));
  return layers;
}

Layers all_parts(const GraphShape& shape) {
  const Lists on = ways_on(shape, true);
  std::vector<bool> seen(shape.vertices(), false);
  Layers layers;
  for (std::uint32_t v = 0; v < shape.vertices(); ++v) {
    if (seen[v]) continue;
    std::vector<bool> tried = seen;
    const std::uint32_t far_end = walk(on, v, tried).back().front();
    Layers part = walk(on, far_end, seen);
    layers.insert(layers.end(), part.begin(), part.end());
  }
  return layers;
}

// The place of each vertex in its layer, 0 … 1, and the layer's number.
struct LevelPlaces {
  std::vector<std::size_t> layer;
  std::vector<double> at;
};
LevelPlaces level_places(const GraphShape& shape) {
  LevelPlaces places{std::vector<std::size_t>(shape.vertices()),
                     std::vector<double>(shape.vertices())};
  for (std::size_t l = 0; l < shape.layers.size(); ++l) {
    const auto& layer = shape.layers[l];
    for (std::size_t i = 0; i < layer.size(); ++i) {
      places.layer[layer[i]] = l;
      places.at[layer[i]] = (static_cast<double>(i) + 0.5) / static_cast<double>(layer.size());
    }
  }
  return places;
}

// Each layer in the order of the middles of its neighbours in the one beside it.
void sweep(GraphShape& shape, const Lists& beside, bool down) {
  const std::size_t count = shape.layers.size();
  for (std::size_t k = 1; k < count; ++k) {
    const std::size_t l = down ? k : count - 1 - k, from = down ? l - 1 : l + 1;
    const LevelPlaces places = level_places(shape);
    std::vector<double> middle = places.at;
    for (const std::uint32_t v : shape.layers[l]) {
      double sum = 0.0, found = 0.0;
      for (const std::uint32_t to : beside[v]) {
        if (places.layer[to] != from) continue;
        sum += places.at[to];
        found += 1.0;
      }
      if (found > 0.0) middle[v] = sum / found;
    }
    std::ranges::stable_sort(shape.layers[l], {}, [&](std::uint32_t v) { return middle[v]; });
  }
}

void untangle(GraphShape& shape) {
  constexpr int kSweeps = 6;
  constexpr std::size_t kMostLayers = 200;  // in narrow layers there is little to untangle
  if (shape.layers.size() > kMostLayers) return;
  const Lists beside = ways_on(shape, true);
  Layers best = shape.layers;
  std::uint64_t fewest = crossings(shape);
  for (int i = 0; i < kSweeps && fewest > 0; ++i) {
    sweep(shape, beside, i % 2 == 0);
    const std::uint64_t now = crossings(shape);
    if (now >= fewest) continue;
    fewest = now;
    best = shape.layers;
  }
  shape.layers = std::move(best);
}

// Pairs out of order: crossings of lines sorted by their one end, told by their other.
std::uint64_t inversions(std::vector<std::size_t>& values, std::size_t places) {
  std::vector<std::uint64_t> tree(places + 1, 0);
  std::uint64_t out = 0, seen = 0;
  for (const std::size_t value : values) {
    std::uint64_t not_above = 0;
    for (std::size_t i = value + 1; i > 0; i -= i & (~i + 1)) not_above += tree[i];
    out += seen++ - not_above;
    for (std::size_t i = value + 1; i <= places; i += i & (~i + 1)) ++tree[i];
  }
  return out;
}

}  // namespace

std::uint32_t GraphShape::row_of(std::uint32_t edge) const {
  const auto behind = std::ranges::upper_bound(start, edge);
  return static_cast<std::uint32_t>(behind - start.begin()) - 1;
}

GraphLine GraphShape::line_at(std::uint32_t edge) const {
  const std::uint32_t row = row_of(edge), end = ends[edge];
  return edges == GraphEdges::In ? GraphLine{end, row} : GraphLine{row, end};
}

std::optional<GraphShape> graph_shape(std::vector<std::uint32_t> start,
                                      std::vector<std::uint32_t> ends, GraphEdges edges,
                                      std::optional<std::uint32_t> root) {
  if (!is_graph(start, ends)) return std::nullopt;
  GraphShape shape;
  shape.edges = edges;
  shape.start = std::move(start);
  shape.ends = std::move(ends);
  add_lines(shape);
  shape.layers = root && *root < shape.vertices() ? from_root(shape, *root, shape.out_of_reach)
                                                  : all_parts(shape);
  untangle(shape);
  return shape;
}

std::uint64_t crossings(const GraphShape& shape) {
  std::vector<std::size_t> layer(shape.vertices()), place(shape.vertices());
  for (std::size_t l = 0; l < shape.layers.size(); ++l) {
    for (std::size_t i = 0; i < shape.layers[l].size(); ++i) {
      layer[shape.layers[l][i]] = l;
      place[shape.layers[l][i]] = i;
    }
  }
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> between(shape.layers.size());
  for (const GraphLine& line : shape.lines) {
    const auto [a, b] = std::minmax(
        line.from, line.to, [&](std::uint32_t x, std::uint32_t y) { return layer[x] < layer[y]; });
    if (layer[b] == layer[a] + 1) between[layer[a]].emplace_back(place[a], place[b]);
  }
  std::uint64_t out = 0;
  for (std::size_t l = 0; l + 1 < shape.layers.size(); ++l) {
    std::ranges::sort(between[l]);
    std::vector<std::size_t> ends;
    for (const auto& [a, b] : between[l]) ends.push_back(b);
    out += inversions(ends, shape.layers[l + 1].size());
  }
  return out;
}

}  // namespace lanescope::ui::figures::structures
