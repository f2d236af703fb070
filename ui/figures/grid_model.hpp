#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ui/figures/warps_model.hpp"

namespace lanescope::ui::figures {

// The whole grid of the shown launch, a cell a block, in which those that run show their threads:
//
//   [■][■][■][▚][ ][ ][ ][ ]      ■ ended   ▚ runs   [ ] still to come
//   [ ][ ][ ][ ][ ][ ][ ][ ]
//
// Its size does not grow with the grid: only blocks that run are taken apart, and of their threads
// neighbours in one state are one run.
enum class BlockState : std::uint8_t { Ahead, Running, Ended, Unknown };
struct ThreadRun {  // lanes [first, last) of a warp
  std::uint32_t warp = 0;
  std::uint32_t first = 0, last = 0;
  LaneState state = LaneState::Ready;
};
struct RunningBlock {
  BlockIndex block;
  std::vector<ThreadRun> runs;  // by warp, lane
};
struct GridModel {
  std::uint64_t blocks = 0, threads = 0;  // threads of a block
  Dim3 grid;
  std::uint32_t warps = 0;  // of a block
  int lane_count = 32;
  BlockIndex shown;
  std::uint64_t begun = 0;            // blocks run in order: those before it have begun
  bool in_order = true;               // false: a seed has permuted them, and only Running is known
  std::vector<RunningBlock> running;  // ascending
  std::string sentence, note;

  [[nodiscard]] BlockState state(std::uint64_t block) const;
  [[nodiscard]] const RunningBlock* find(std::uint64_t block) const;  // null: it does not run
};
[[nodiscard]] std::optional<GridModel> grid_model(const view::View& view);

// Blocks in rows of `columns`, so that all fit.
struct GridLayout {
  std::uint64_t columns = 1, rows = 1;
  double width = 0.0, height = 0.0;  // of a block
};
[[nodiscard]] GridLayout lay_out(const GridModel& model, double width, double height);

}  // namespace lanescope::ui::figures
