#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ui/figures/cycles/window.hpp"
#include "ui/figures/reasons.hpp"

namespace lanescope::ui::figures::cycles {

// A picture of time as plain shapes by role: what a panel and an SVG file both draw, in this order.
struct Room {
  float width = 0.0F, height = 0.0F;  // pixels
  float text = 15.0F, small = 12.5F;  // sizes of words
  float scale = 1.0F;
};
struct Box {
  float left = 0.0F, top = 0.0F, right = 0.0F, bottom = 0.0F;
  style::Role role = style::Role::Active;
  ReasonLook::Pattern pattern = ReasonLook::Pattern::Plain;
  bool strong = false;  // carries meaning: stands out from the panel by 3:1, by fill or outline
};
struct Label {
  float left = 0.0F, top = 0.0F, right = 0.0F, bottom = 0.0F;
  std::string text;
  float align = 0.5F;  // 0 left … 1 right
  style::Role role = style::Role::TextSecondary;
  bool on_role = false;  // written on a box of the role, not in its ink
};
// From cycles to pixels.
struct Plot {
  float left = 0.0F, top = 0.0F, right = 1.0F, bottom = 1.0F;
  float pitch = 1.0F, bar = 1.0F;  // heights of a row and of a bar in it
  Window window;
  [[nodiscard]] float x(std::int64_t cycle) const;
  [[nodiscard]] double cycle_at(float x) const;
  [[nodiscard]] std::size_t row_at(float y) const;
  [[nodiscard]] float y(std::size_t row) const { return top + static_cast<float>(row) * pitch; }
};
struct Picture {
  Plot plot;
  std::vector<Box> boxes;
  std::vector<Label> labels;
  float height = 0.0F;  // all that it takes
};

// How wide words are, about.
[[nodiscard]] float width_of(const std::string& words, float size);
// Names in front of rows, which fill the room up to `below` at its end; the names may be long or
// brief ones.
struct RowNames {
  std::vector<std::string> names, brief;
  std::size_t selected = ~std::size_t{0};
};
[[nodiscard]] Plot plot_rows(const Room& room, const RowNames& names, Window window, float below);
void add_names(const Room& room, const RowNames& names, Picture& picture);
// Numbers below the rows and lines behind them, and the shown cycle over them.
[[nodiscard]] float axis_height(const Room& room);
void add_axis(const Room& room, Picture& picture);
void add_moment(const Room& room, std::int64_t cycle, Picture& picture);

// As a drawing for slides and texts, with the sentence below. Plain SVG 1.1.
[[nodiscard]] std::string picture_svg(const Picture& picture, const Room& room,
                                      const std::string& sentence, bool dark);

}  // namespace lanescope::ui::figures::cycles
