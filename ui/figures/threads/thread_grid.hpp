#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/base/ids.hpp"
#include "ui/view/view.hpp"

namespace lanescope::ui::figures::threads {

// The shapes of a launch. A block's threads are numbered along x first, then y, then z, and each
// `warp_size` of them, in this order, are a warp (CUDA C++ Programming Guide, "Thread Hierarchy").
struct ThreadGrid {
  Dim3 grid, block;
  std::uint32_t warp_size = 32;

  [[nodiscard]] std::uint32_t threads() const;  // of a block
  [[nodiscard]] std::uint32_t warps() const;    // of a block; the last one may lack threads
};
struct ThreadRef {
  std::uint64_t block = 0;   // number in the grid
  std::uint32_t thread = 0;  // number in the block
  friend bool operator==(const ThreadRef&, const ThreadRef&) = default;
};

// Of the shown launch; empty without a run.
[[nodiscard]] std::optional<ThreadGrid> thread_grid(const view::View& view);
// The selected thread; without a selected lane the first that executes the shown instruction.
[[nodiscard]] ThreadRef shown_thread(const view::View& view, const ThreadGrid& grid);

// A number in a shape as x, y and z.
[[nodiscard]] Dim3 place_in(const Dim3& shape, std::uint64_t number);
// "3" in a row, "(3, 5)" in a plane, "(3, 5, 1)" in a body.
[[nodiscard]] std::string place_words(const Dim3& shape, const Dim3& place);
// "<<<dim3(2, 2), dim3(8, 8)>>>", "<<<20, 256>>>"
[[nodiscard]] std::string launch_words(const ThreadGrid& grid);
// "4 blocks of 2 warps"
[[nodiscard]] std::string count_words(const ThreadGrid& grid);
// "Rows 4 to 7 of a block are its warp 1.", and how many of its lanes have no thread.
[[nodiscard]] std::string warp_words(const ThreadGrid& grid, std::uint32_t warp);

}  // namespace lanescope::ui::figures::threads
