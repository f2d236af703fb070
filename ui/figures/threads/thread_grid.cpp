#include "ui/figures/threads/thread_grid.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::threads {
namespace {

bool is_row(const Dim3& shape) { return shape.y == 1 && shape.z == 1; }

std::string extent_words(const Dim3& shape) {
  if (is_row(shape)) return fmt::format("{}", shape.x);
  if (shape.z == 1) return fmt::format("dim3({}, {})", shape.x, shape.y);
  return fmt::format("dim3({}, {}, {})", shape.x, shape.y, shape.z);
}

// Whole rows or layers of a block, where the warp is made of such.
std::string rows_words(const ThreadGrid& grid, std::uint32_t warp, std::uint32_t last) {
  const std::uint32_t first = warp * grid.warp_size;
  const std::uint32_t layer = grid.block.x * grid.block.y;
  const bool layers = grid.block.z > 1;
  const std::uint32_t of = layers ? layer : grid.block.x;
  if (is_row(grid.block) || first % of != 0 || (last + 1) % of != 0) return {};
  const std::uint32_t from = first / of, to = last / of;
  if (layers)
    return from == to ? say("Layer {} of a block is its warp {}.", from, warp)
                      : say("Layers {} to {} of a block are its warp {}.", from, to, warp);
  return from == to ? say("Row {} of a block is its warp {}.", from, warp)
                    : say("Rows {} to {} of a block are its warp {}.", from, to, warp);
}

}  // namespace

std::uint32_t ThreadGrid::threads() const { return static_cast<std::uint32_t>(block.count()); }

std::uint32_t ThreadGrid::warps() const { return (threads() + warp_size - 1) / warp_size; }

std::optional<ThreadGrid> thread_grid(const view::View& view) {
  if (view.run() == nullptr) return std::nullopt;
  const engine::Plan& plan = view.run()->plan();
  const std::uint32_t launch = view.state().cursor.selection.launch;
  if (launch >= plan.launches.size()) return std::nullopt;
  return ThreadGrid{plan.launches[launch].grid, plan.launches[launch].block,
                    static_cast<std::uint32_t>(plan.options.warp_size)};
}

ThreadRef shown_thread(const view::View& view, const ThreadGrid& grid) {
  const view::Selection& selection = view.state().cursor.selection;
  std::uint32_t lane = selection.lane.value_or(0);
  if (const auto step = view.shown_step();
      !selection.lane && step && step->warp == view.shown_warp() && step->executed != 0)
    lane = static_cast<std::uint32_t>(std::countr_zero(step->executed));
  const std::uint32_t thread = view.shown_warp().value * grid.warp_size + lane;
  return {std::min<std::uint64_t>(selection.block.value, grid.grid.count() - 1),
          std::min(thread, grid.threads() - 1)};
}

Dim3 place_in(const Dim3& shape, std::uint64_t number) {
  return {static_cast<std::uint32_t>(number % shape.x),
          static_cast<std::uint32_t>(number / shape.x % shape.y),
          static_cast<std::uint32_t>(number / shape.x / shape.y)};
}

std::string place_words(const Dim3& shape, const Dim3& place) {
  if (is_row(shape)) return fmt::format("{}", place.x);
  if (shape.z == 1) return fmt::format("({}, {})", place.x, place.y);
  return fmt::format("({}, {}, {})", place.x, place.y, place.z);
}

std::string launch_words(const ThreadGrid& grid) {
  return fmt::format("<<<{}, {}>>>", extent_words(grid.grid), extent_words(grid.block));
}

std::string count_words(const ThreadGrid& grid) {
  const std::uint64_t blocks = grid.grid.count();
  const std::string warps = say_many(grid.warps(), "{} warp", "{} warps", grid.warps());
  return say_many(blocks, "{} block of {}", "{} blocks of {}", view::with_commas(blocks), warps);
}

std::string warp_words(const ThreadGrid& grid, std::uint32_t warp) {
  const std::uint32_t first = warp * grid.warp_size;
  const std::uint32_t last = std::min(first + grid.warp_size, grid.threads()) - 1;
  std::string text = rows_words(grid, warp, last);
  if (text.empty())
    text = say("Threads {} to {} of a block are its warp {}.",
               place_words(grid.block, place_in(grid.block, first)),
               place_words(grid.block, place_in(grid.block, last)), warp);
  const std::uint32_t without = first + grid.warp_size - 1 - last;
  if (without > 0)
    text += say_many(without, " {} of its {} lanes has no thread.",
                     " {} of its {} lanes have no thread.", without, grid.warp_size);
  return text;
}

}  // namespace lanescope::ui::figures::threads
