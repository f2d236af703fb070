#include "ui/figures/structures/graph_shape.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "ui/figures/structures/graph_layout.hpp"

namespace lanescope::ui::figures::structures {
namespace {

using Numbers = std::vector<std::uint32_t>;

struct Arrays {
  Numbers start, ends;
};
// Vertex v leads to step * v + 1 … step * v + step + 1; each vertex gets the number `name` of it.
template <typename Name>
Arrays spreading(std::uint32_t n, std::uint32_t step, Name name) {
  std::vector<Numbers> rows(n);
  for (std::uint32_t v = 0; v < n; ++v)
    for (std::uint32_t to = step * v + 1; to <= step * v + step + 1 && to < n; ++to)
      rows[name(v)].push_back(name(to));
  Arrays out{{0}, {}};
  for (const Numbers& row : rows) {
    out.ends.insert(out.ends.end(), row.begin(), row.end());
    out.start.push_back(static_cast<std::uint32_t>(out.ends.size()));
  }
  return out;
}
Arrays spreading(std::uint32_t n, std::uint32_t step) {
  return spreading(n, step, [](std::uint32_t v) { return v; });
}
GraphShape search(Arrays arrays) {
  auto shape = graph_shape(std::move(arrays.start), std::move(arrays.ends), GraphEdges::Out, 0U);
  EXPECT_TRUE(shape);
  return shape.value_or(GraphShape{});
}
// The edges 0-1 0-2 1-2 1-3 2-4 3-4 3-5 4-5, each in both rows.
GraphShape six() {
  auto shape =
      graph_shape({0, 2, 5, 8, 11, 14, 16}, {1, 2, 0, 2, 3, 0, 1, 4, 1, 4, 5, 2, 3, 5, 3, 4},
                  GraphEdges::Both, std::nullopt);
  EXPECT_TRUE(shape);
  return shape.value_or(GraphShape{});
}

// 1, then 2 x last + 3 is the last of each level: 0, 3, 9, 21, 45, and 92 of 93 (by hand).
TEST(GraphShape, LayersAreDistances) {
  const GraphShape shape = search(spreading(93, 2));
  Numbers sizes;
  for (const auto& layer : shape.layers) sizes.push_back(static_cast<std::uint32_t>(layer.size()));
  EXPECT_EQ(sizes, (Numbers{1, 3, 6, 12, 24, 47}));
  EXPECT_FALSE(shape.out_of_reach);
  EXPECT_EQ(shape.lines.size(), 137U);
}

// Drawn by number no two lines cross; under other names they do, until they are put in order. Every
// pair of lines is tried.
std::size_t pairs_that_cross(const GraphShape& shape) {
  std::vector<std::size_t> layer(shape.vertices()), place(shape.vertices());
  for (std::size_t l = 0; l < shape.layers.size(); ++l)
    for (std::size_t i = 0; i < shape.layers[l].size(); ++i) {
      layer[shape.layers[l][i]] = l;
      place[shape.layers[l][i]] = i;
    }
  std::size_t out = 0;
  for (const GraphLine& a : shape.lines)
    for (const GraphLine& b : shape.lines)
      out += layer[a.from] == layer[b.from] && layer[a.to] == layer[b.to] &&
                     layer[a.to] == layer[a.from] + 1 && place[a.from] < place[b.from] &&
                     place[a.to] > place[b.to]
                 ? 1U
                 : 0U;
  return out;
}
TEST(GraphShape, FewLinesCross) {
  EXPECT_EQ(pairs_that_cross(search(spreading(93, 2))), 0U);
  const auto other = [](std::uint32_t v) { return v * 37 % 93; };
  GraphShape shape = search(spreading(93, 2, other));
  const std::size_t left = pairs_that_cross(shape);
  EXPECT_EQ(crossings(shape), left);
  for (auto& layer : shape.layers) std::ranges::sort(layer);
  const std::size_t by_number = pairs_that_cross(shape);
  EXPECT_EQ(crossings(shape), by_number);
  EXPECT_GT(by_number, 500U);
  EXPECT_LT(left, by_number / 10);
}

TEST(GraphShape, EdgesStoredTwiceAreOneLine) {
  const GraphShape shape = six();
  ASSERT_EQ(shape.lines.size(), 8U);
  EXPECT_EQ(shape.lines[shape.line_of[2]], (GraphLine{0, 1})) << "the 0 in the row of 1";
  EXPECT_EQ(shape.row_of(2), 1U);
  EXPECT_EQ(shape.row_of(15), 5U);
}

TEST(GraphShape, WhatNoEdgesLeadToIsALayerOfItsOwn) {
  const GraphShape shape = search({{0, 1, 1, 1, 1}, {2}});
  ASSERT_EQ(shape.layers.size(), 3U);
  EXPECT_TRUE(shape.out_of_reach);
  EXPECT_EQ(shape.layers[2], (Numbers{1, 3}));
}

TEST(GraphShape, ArraysThatAreNoGraph) {
  const auto made = [](Numbers start, Numbers ends) {
    return graph_shape(std::move(start), std::move(ends), GraphEdges::Out, 0U).has_value();
  };
  EXPECT_FALSE(made({0}, {}));
  EXPECT_FALSE(made({0, 2, 1}, {0, 1})) << "rows that fall";
  EXPECT_FALSE(made({0, 1, 3}, {0, 1})) << "beyond the edges";
  EXPECT_FALSE(made({0, 1, 2}, {0, 2})) << "no such vertex";
  EXPECT_TRUE(made({0, 0, 0}, {}));
}

void expect_apart(const GraphShape& shape, const GraphFrame& frame, bool levels) {
  const GraphLayout layout = graph_layout(shape, frame, levels);
  ASSERT_EQ(layout.at.size(), shape.vertices());
  EXPECT_GT(layout.radius, 1.0F);
  for (std::size_t a = 0; a < layout.at.size(); ++a) {
    EXPECT_GE(layout.at[a].x, 0.0F);
    EXPECT_LE(layout.at[a].x, frame.width);
    EXPECT_GE(layout.at[a].y, 0.0F);
    EXPECT_LE(layout.at[a].y, frame.height);
    for (std::size_t b = 0; b < a; ++b)
      ASSERT_GT(std::hypot(layout.at[a].x - layout.at[b].x, layout.at[a].y - layout.at[b].y),
                layout.radius * 2.0F)
          << a << " and " << b << " of " << shape.vertices();
  }
}
TEST(GraphLayout, VerticesDoNotTouch) {
  for (const GraphFrame& frame : {GraphFrame{700, 350, 15}, GraphFrame{300, 500, 15}}) {
    for (const std::uint32_t n : {6U, 93U, 1000U})
      for (const std::uint32_t step : {1U, 2U, 8U})
        for (const bool levels : {false, true})
          expect_apart(search(spreading(n, step)), frame, levels);
    expect_apart(six(), frame, false);
  }
}

TEST(GraphLayout, AColumnALevel) {
  const GraphShape shape = search(spreading(93, 2));
  const GraphLayout layout = graph_layout(shape, {700, 350, 15}, true);
  ASSERT_EQ(layout.kind, GraphLayout::Kind::Columns);
  ASSERT_EQ(layout.columns.size(), 6U);
  for (std::size_t l = 0; l < shape.layers.size(); ++l)
    for (const std::uint32_t v : shape.layers[l]) {
      EXPECT_GT(layout.at[v].x, layout.columns[l].left);
      EXPECT_LT(layout.at[v].x, layout.columns[l].right);
    }
}

// 500 levels of two vertices each do not fit beside each other.
TEST(GraphLayout, LongGraphsGoOnBelow) {
  const GraphLayout layout = graph_layout(search(spreading(1000, 1)), {700, 350, 15}, true);
  EXPECT_EQ(layout.kind, GraphLayout::Kind::Rows);
  EXPECT_GT(layout.radius, 3.0F);
}

// A star has its middle in the midst, as a textbook draws it; no line passes through a vertex.
TEST(GraphLayout, AStarStandsAroundItsMiddle) {
  for (const std::uint32_t n : {6U, 32U, 64U}) {
    Numbers start{0, n - 1}, ends;
    for (std::uint32_t v = 1; v < n; ++v) ends.push_back(v);
    for (std::uint32_t v = 1; v < n; ++v) {
      ends.push_back(0);
      start.push_back(n - 1 + v);
    }
    const auto shape = graph_shape(start, ends, GraphEdges::Both, std::nullopt);
    ASSERT_TRUE(shape);
    for (const GraphFrame& frame : {GraphFrame{500, 230, 15}, GraphFrame{300, 500, 15}}) {
      expect_apart(*shape, frame, false);
      const GraphLayout layout = graph_layout(*shape, frame, false);
      EXPECT_EQ(layout.kind, GraphLayout::Kind::Ring);
      EXPECT_NEAR(layout.at[0].x, frame.width / 2, 1.0F);
      EXPECT_NEAR(layout.at[0].y, frame.height / 2, 1.0F);
      for (std::uint32_t a = 1; a < n; ++a)
        for (std::uint32_t b = 1; b < n; ++b) {
          if (a == b) continue;
          const GraphSpot &end = layout.at[a], &other = layout.at[b], &middle = layout.at[0];
          const float dx = end.x - middle.x, dy = end.y - middle.y;
          const float along = ((other.x - middle.x) * dx + (other.y - middle.y) * dy);
          const float length = std::hypot(dx, dy);
          const float beside =
              std::abs((other.x - middle.x) * dy - (other.y - middle.y) * dx) / length;
          EXPECT_TRUE(along < 0.0F || along > length * length || beside > layout.radius)
              << b << " lies on the line to " << a << " of " << n;
        }
    }
  }
}

double turn(const GraphSpot& a, const GraphSpot& b, const GraphSpot& c) {
  return static_cast<double>(b.x - a.x) * static_cast<double>(c.y - a.y) -
         static_cast<double>(b.y - a.y) * static_cast<double>(c.x - a.x);
}
// The prism of six vertices can be drawn without a crossing on a ring: 0 1 3 5 4 2.
TEST(GraphLayout, TheRingOfSixHasNoCrossing) {
  const GraphShape shape = six();
  const GraphLayout layout = graph_layout(shape, {500, 400, 15}, false);
  ASSERT_EQ(layout.kind, GraphLayout::Kind::Ring);
  for (const GraphLine& one : shape.lines)
    for (const GraphLine& two : shape.lines) {
      const bool meet =
          one.from == two.from || one.from == two.to || one.to == two.from || one.to == two.to;
      if (meet) continue;
      const GraphSpot &a = layout.at[one.from], &b = layout.at[one.to], &c = layout.at[two.from],
                      &d = layout.at[two.to];
      EXPECT_FALSE(turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0);
    }
}

}  // namespace
}  // namespace lanescope::ui::figures::structures
