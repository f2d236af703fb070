#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/figures/flow/flow_layout.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::figures::flow {

// A flow picture as plain shapes by role, in pixels: what the panel and the SVG file both draw, in
// this order.
struct FlowTile {
  float x0 = 0.0F, y0 = 0.0F, x1 = 0.0F, y1 = 0.0F;
  style::Role role = style::Role::Inactive;
  float fill = 1.0F;  // opacity
  bool outline = false;
  bool dot = false;       // in the role's colour
  bool selected = false;  // a frame around it
};
// In the midst of a small tile; in a corner of one that has room for a number.
struct FlowDot {
  float x = 0.0F, y = 0.0F, radius = 0.0F;
};
[[nodiscard]] FlowDot dot_of(const FlowTile& tile);
struct FlowStroke {  // a curve, or a straight line where its bends lie on its ends
  float x0 = 0.0F, y0 = 0.0F, bend_x0 = 0.0F, bend_y0 = 0.0F;
  float x1 = 0.0F, y1 = 0.0F, bend_x1 = 0.0F, bend_y1 = 0.0F;
  style::Role role = style::Role::Load;
  bool faint = false;
};
struct FlowEdge {  // a frame around cells
  float x0 = 0.0F, y0 = 0.0F, x1 = 0.0F, y1 = 0.0F;
  style::Role role = style::Role::Accent;
};
struct FlowLabel {
  float x0 = 0.0F, y0 = 0.0F, x1 = 0.0F, y1 = 0.0F;
  std::string text;
  float align = 0.0F;  // 0 left … 1 right
  bool value = false;  // of a cell: in the fixed-width face
  style::Role ground =
      style::Role::Panel;  // what it stands on: Panel, or the role of a filled cell
};
struct FlowScene {
  FlowLayout layout;
  std::vector<FlowTile> tiles;
  std::vector<FlowEdge> edges;
  std::vector<FlowStroke> strokes;
  std::size_t all_strokes = 0;  // with those that are left out, where there are too many
  std::vector<FlowLabel> labels;
};

// The value of a cell of a figure in a few signs; empty: unknown.
using FlowValues = std::function<std::string(std::size_t figure, std::uint32_t cell)>;
using TextWidth = std::function<float(std::string_view)>;
struct FlowSceneOptions {
  FlowRoom room;
  float value_cell = 22.0F;  // values are written in cells of at least this size
  FlowValues values;
  TextWidth width;  // of a caption
  bool legend = true;
};
// The room must hold the legend's line, too.
[[nodiscard]] FlowScene flow_scene(FlowShape shape, const FlowPicture& picture,
                                   const FlowSceneOptions& options);

// The cell of a figure at a place; nullopt: there is none.
struct FlowHit {
  std::size_t figure = 0;
  std::uint32_t cell = 0;
};
[[nodiscard]] std::optional<FlowHit> flow_hit(const FlowLayout& layout, const FlowPicture& picture,
                                              float x, float y);

// Adds curves from the runs of cells that flow into the focus (ui/figures/flow/flow_strokes.cpp):
// of many, some that stand for all, gathered on their way.
void add_strokes(const FlowPicture& picture, FlowScene& scene);
// What the marks in the picture mean, from `x` on, as far as the width reaches: tiles and words.
void add_legend(const FlowPicture& picture, const FlowSceneOptions& options, float y,
                FlowScene& scene);
// How a mark is drawn.
[[nodiscard]] FlowTile tile_of(const FlowCell& cell, bool atomic, bool target);

}  // namespace lanescope::ui::figures::flow
