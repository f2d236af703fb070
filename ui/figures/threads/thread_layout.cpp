#include <algorithm>
#include <cmath>

#include "ui/figures/threads/thread_picture.hpp"

namespace lanescope::ui::figures::threads {
namespace {

// Cells that one can tell apart and point at; of a single block they may be smaller.
constexpr float kWanted = 9.0F, kLargest = 32.0F;
constexpr std::uint32_t kMostBlocks = 64, kMostAlong = 16;

class Fitting {
 public:
  Fitting(const ThreadGrid& grid, float width, float height, float scale, ThreadLayout layout)
      : grid_(grid), width_(width), height_(height), scale_(scale), layout_(layout) {}

  ThreadLayout around(std::uint64_t block) {
    if (grid_.grid.y == 1 && grid_.grid.z == 1)
      fit_row(block);
    else
      fit_plane(place_in(grid_.grid, block));
    layout_.cell = std::clamp(cell(layout_.columns, layout_.rows), 0.5F, kLargest * scale_);
    return layout_;
  }

 private:
  // The cell's side with so many blocks; below 0: not even their gaps fit.
  [[nodiscard]] float cell(std::uint32_t columns, std::uint32_t rows) const {
    return std::min(along_x(columns), along_y(rows));
  }
  [[nodiscard]] float along_x(std::uint32_t columns) const {
    const auto n = static_cast<float>(columns);
    ThreadLayout unit = layout_;
    unit.cell = 1.0F;
    return (width_ - (n - 1.0F) * layout_.gap) / (n * unit.block_width());
  }
  [[nodiscard]] float along_y(std::uint32_t rows) const {
    const auto n = static_cast<float>(rows);
    ThreadLayout unit = layout_;
    unit.cell = 1.0F;
    return (height_ - n * layout_.caption - (n - 1.0F) * layout_.gap) / (n * unit.block_height());
  }

  void fit_row(std::uint64_t shown) {
    const std::uint64_t blocks = grid_.grid.x;
    for (auto n = static_cast<std::uint32_t>(std::min<std::uint64_t>(blocks, kMostBlocks));; --n) {
      std::uint32_t best = 1;
      const auto lines = [&](std::uint32_t columns) { return (n + columns - 1) / columns; };
      for (std::uint32_t c = 2; c <= n; ++c)
        if (cell(c, lines(c)) > cell(best, lines(best))) best = c;
      layout_.columns = best;
      layout_.rows = lines(best);
      layout_.count = n;
      if (n == 1 || cell(best, lines(best)) >= kWanted * scale_) break;
    }
    const std::uint64_t half = layout_.count / 2;
    layout_.first.x =
        static_cast<std::uint32_t>(std::min(shown - std::min(shown, half), blocks - layout_.count));
  }

  void fit_plane(const Dim3& shown) {
    std::uint32_t across = std::min(grid_.grid.x, kMostAlong);
    std::uint32_t down = std::min(grid_.grid.y, kMostAlong);
    while (across * down > 1 && cell(across, down) < kWanted * scale_) {
      const bool narrow = along_x(across) < along_y(down);
      if (down == 1 || (narrow && across > 1))
        --across;
      else
        --down;
    }
    layout_.columns = across;
    layout_.rows = down;
    layout_.count = std::uint64_t{across} * down;
    layout_.first = {std::min(shown.x - std::min(shown.x, across / 2), grid_.grid.x - across),
                     std::min(shown.y - std::min(shown.y, down / 2), grid_.grid.y - down), shown.z};
  }

  const ThreadGrid& grid_;
  float width_, height_, scale_;
  ThreadLayout layout_;
};

// Layers beside each other, so that the block is about as high as wide.
std::uint32_t layers_across(std::uint32_t across, std::uint32_t down, std::uint32_t layers) {
  std::uint32_t best = 1;
  const auto longest = [&](std::uint32_t n) {
    const std::uint32_t lines = (layers + n - 1) / n;
    return std::max(n * (across + 1), lines * (down + 1) * 3 / 2);
  };
  for (std::uint32_t n = 2; n <= layers; ++n)
    if (longest(n) < longest(best)) best = n;
  return best;
}

}  // namespace

std::uint64_t ThreadLayout::block_at(const ThreadGrid& grid, std::uint32_t column,
                                     std::uint32_t row) const {
  if (grid.grid.y == 1 && grid.grid.z == 1)
    return std::uint64_t{first.x} + std::uint64_t{row} * columns + column;
  const std::uint64_t line = std::uint64_t{first.z} * grid.grid.y + first.y + row;
  return line * grid.grid.x + first.x + column;
}

float ThreadLayout::block_width() const {
  return cell * static_cast<float>(layers_across * (across + 1) - 1);
}

float ThreadLayout::block_height() const {
  const std::uint32_t lines = (layers + layers_across - 1) / layers_across;
  return cell * static_cast<float>(lines * (down + 1) - 1);
}

ThreadLayout thread_layout(const ThreadGrid& grid, std::uint64_t around, float width, float height,
                           float caption, float scale) {
  ThreadLayout layout;
  const bool row = grid.block.y == 1 && grid.block.z == 1;
  layout.across = row ? std::min(grid.block.x, grid.warp_size) : grid.block.x;
  layout.down = row ? (grid.block.x + layout.across - 1) / layout.across : grid.block.y;
  layout.layers = grid.block.z;
  layout.layers_across = layers_across(layout.across, layout.down, layout.layers);
  layout.caption = caption;
  layout.gap = 12.0F * scale;
  return Fitting(grid, width, height, scale, layout).around(around);
}

namespace {

// Which of the cells of `extent`, with an empty one behind each so many.
std::optional<std::uint32_t> cell_of(float at, float cell, std::uint32_t extent,
                                     std::uint32_t* group) {
  if (at < 0.0F) return std::nullopt;
  const auto number = static_cast<std::uint32_t>(at / cell);
  *group = number / (extent + 1);
  const std::uint32_t inside = number % (extent + 1);
  return inside < extent ? std::optional(inside) : std::nullopt;
}

}  // namespace

std::optional<ThreadRef> thread_at(const ThreadGrid& grid, const ThreadLayout& layout, float x,
                                   float y) {
  const float wide = layout.block_width() + layout.gap;
  const float high = layout.block_height() + layout.caption + layout.gap;
  if (x < 0.0F || y < 0.0F) return std::nullopt;
  const auto column = static_cast<std::uint32_t>(x / wide);
  const auto row = static_cast<std::uint32_t>(y / high);
  if (column >= layout.columns || std::uint64_t{row} * layout.columns + column >= layout.count)
    return std::nullopt;
  std::uint32_t layer_column = 0, layer_row = 0;
  const auto across =
      cell_of(x - static_cast<float>(column) * wide, layout.cell, layout.across, &layer_column);
  const auto down = cell_of(y - static_cast<float>(row) * high - layout.caption, layout.cell,
                            layout.down, &layer_row);
  if (!across || !down || layer_column >= layout.layers_across) return std::nullopt;
  const std::uint32_t layer = layer_row * layout.layers_across + layer_column;
  const std::uint32_t thread = (layer * layout.down + *down) * layout.across + *across;
  if (layer >= layout.layers || thread >= grid.threads()) return std::nullopt;
  return ThreadRef{layout.block_at(grid, column, row), thread};
}

}  // namespace lanescope::ui::figures::threads
