#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ui/figures/cycles/history_index.hpp"
#include "ui/figures/cycles/window.hpp"

namespace lanescope::ui::figures::cycles {

// The Cycles panel: a row a warp of the first simulated SM, x in cycles, a bar a reason.
//
//   warp 0  █▪▒▒▒▒▒▒▒▒█▪░░░░│░░█     █ issues  ▪ wait  ▒ short scoreboard  ░ barrier  │ the moment
//   warp 1  █▪░░░░░░░░░░░░░░│█▪░
struct CycleBar {
  std::int64_t begin = 0, end = 0;
  timing::Reason reason = timing::Reason::wait;  // of a folded one the one that prevails
  bool folded = false;                           // several stretches, too narrow for bars
};
struct CycleRow {
  std::string name, brief;  // "block 2, warp 3", "2·3"
  bool selected = false;
  std::vector<CycleBar> bars;
  std::vector<std::int64_t> arrivals;  // of blocks in the window that are not the launch's first
};
struct ReasonShare {
  timing::Reason reason = timing::Reason::wait;
  double share = 0.0;  // of the warps' cycles in the window
};
struct CyclesModel {
  Window window;
  std::int64_t moment = 0;  // the shown cycle
  std::vector<CycleRow> rows;
  std::vector<ReasonShare> reasons;  // that occur in the window, the largest first
  std::string sentence;
};

// `most`: bars a row, about; narrower ones are folded.
[[nodiscard]] std::optional<CyclesModel> cycles_model(const session::Session& session,
                                                      const HistoryIndex& index, std::size_t most);

// The warp of a row that is there in a cycle, or comes next, or was there last; of a row without
// any, none.
[[nodiscard]] std::optional<std::uint32_t> warp_in_row(const HistoryIndex& index, std::size_t row,
                                                       std::int64_t cycle);

}  // namespace lanescope::ui::figures::cycles
