#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ui/figures/threads/thread_formulas.hpp"
#include "ui/figures/threads/thread_grid.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::figures::threads {

// What is drawn, whatever the room: a launch, one of its threads, and what its indices come to.
struct ThreadView {
  ThreadGrid grid;
  ThreadRef shown;
  std::uint64_t around = 0;  // the block that stays in the picture, of a grid that has no room
  std::vector<ThreadFormula> formulas;
  // Why warps and indices are left out: a question asks for them. Empty: they are shown.
  std::string kept_back;
};
struct ThreadRoom {
  float width = 0.0F, height = 0.0F;  // pixels
  float text = 12.0F;                 // size of words
  float scale = 1.0F;
  float sign = 0.6F;  // width of a sign of the fixed-width face, of the size of words
};

// The blocks that have room, in the shape of the grid. Threads of a block that
// is a row stand a warp a line; layers of a block beside each other. Grids with layers show that of
// the block in whose surroundings one is.
struct ThreadLayout {
  Dim3 first{0, 0, 0};                  // the first block's place
  std::uint32_t columns = 1, rows = 1;  // of blocks
  std::uint64_t count = 1;              // blocks that are drawn
  std::uint32_t across = 1, down = 1;   // threads of a layer of a block
  std::uint32_t layers = 1, layers_across = 1;
  float cell = 1.0F, gap = 8.0F, caption = 16.0F;

  // The number in the grid of the block that is drawn there.
  [[nodiscard]] std::uint64_t block_at(const ThreadGrid& grid, std::uint32_t column,
                                       std::uint32_t row) const;
  [[nodiscard]] float block_width() const;
  [[nodiscard]] float block_height() const;  // without the caption
};
[[nodiscard]] ThreadLayout thread_layout(const ThreadGrid& grid, std::uint64_t around, float width,
                                         float height, float caption, float scale);

// Plain shapes by role: what the panel and the SVG file both draw.
struct ThreadBox {
  float x = 0.0F, y = 0.0F, width = 0.0F, height = 0.0F;
  style::Role role = style::Role::Inactive;
  float fill = 1.0F;  // opacity; 0: an outline only
};
struct ThreadLabel {
  float x = 0.0F, y = 0.0F, width = 0.0F, height = 0.0F;
  std::string text;
  float align = 0.0F;  // 0 left … 1 right
  style::Role ink = style::Role::TextSecondary;
  std::optional<style::Role> ground;  // of a filled cell that it stands on
  bool number = false;                // in the fixed-width face
};
struct ThreadPicture {
  ThreadLayout layout;
  std::vector<ThreadBox> boxes;
  std::vector<ThreadLabel> labels;
  std::string sentence;
};
[[nodiscard]] ThreadPicture thread_picture(const ThreadView& view, const ThreadRoom& room);
// The thread at a place of the picture.
[[nodiscard]] std::optional<ThreadRef> thread_at(const ThreadGrid& grid, const ThreadLayout& layout,
                                                 float x, float y);
// "Thread (3, 5) of block (1, 0): lane 11 of warp 1", or without lane and warp.
[[nodiscard]] std::string thread_words(const ThreadGrid& grid, const ThreadRef& thread,
                                       bool with_warp);

// As a drawing for slides and texts. Plain SVG 1.1.
[[nodiscard]] std::string thread_svg(const ThreadView& view, bool dark);

}  // namespace lanescope::ui::figures::threads
