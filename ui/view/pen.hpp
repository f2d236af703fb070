#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ui/style/style.hpp"

namespace lanescope::ui::view {

// A line drawn over the picture. It hangs on a panel by shares of its width and height, so that it
// stays where it was drawn when the window changes its size, and lies on the same panel in the
// projector's window.
struct PenStroke {
  struct Point {
    float x = 0.0F, y = 0.0F;  // 0 … 1 of the panel; a line may leave it
    friend bool operator==(const Point&, const Point&) = default;
  };
  std::string panel;  // id; empty: the whole window
  style::Role colour = style::Role::Store;
  std::string place;          // where in the course it was drawn (pen_place)
  std::vector<Point> points;  // one alone is a dot
  friend bool operator==(const PenStroke&, const PenStroke&) = default;
};

struct Pen {
  bool on = false;    // the pointer draws
  bool keep = false;  // lines stay when the lesson goes on
  style::Role colour = style::Role::Store;
  std::vector<PenStroke> strokes;
  friend bool operator==(const Pen&, const Pen&) = default;
};

// The colours of the pen, by the palette's roles: told apart without colour vision, too.
inline constexpr style::Role kPenColours[] = {style::Role::Store, style::Role::Accent,
                                              style::Role::Load, style::Role::Atomic};

struct State;
// The lesson, its step and the rung: lines belong to it.
[[nodiscard]] std::string pen_place(const State& state);
[[nodiscard]] bool is_visible(const PenStroke& stroke, const State& state);

}  // namespace lanescope::ui::view
