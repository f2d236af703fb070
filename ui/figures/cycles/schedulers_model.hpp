#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ui/figures/cycles/history_index.hpp"
#include "ui/figures/cycles/window.hpp"

namespace lanescope::ui::figures::cycles {

// The Schedulers panel: a row for each of the SM's schedulers, a slot a cycle, filled where it
// issued. Zoomed out a column of several cycles is filled to the share of those with an issue.
//
//   scheduler 0  █ ██  █   █│█        █ issued   │ the moment
//   scheduler 1  ██      █  │  █
struct UsedSlot {
  std::int64_t begin = 0, end = 0;
  double share = 1.0;  // of these cycles
};
struct SchedulerRow {
  std::vector<UsedSlot> used;  // without those that are empty
  std::int64_t issued = 0;     // in the window
  std::uint64_t warps = 0;     // that were there at a time, at most
};
struct SchedulersModel {
  Window window;
  std::int64_t moment = 0;  // the shown cycle
  std::int64_t slot = 1;    // cycles of a column
  std::vector<SchedulerRow> rows;
  std::uint32_t spoken_of = 0;  // the scheduler of the warp in the picture
  double used = 0.0;            // share of all slots in the window
  std::string sentence;
};

// `most`: columns.
[[nodiscard]] std::optional<SchedulersModel> schedulers_model(const session::Session& session,
                                                              const HistoryIndex& index,
                                                              std::size_t most);

}  // namespace lanescope::ui::figures::cycles
