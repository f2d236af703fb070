#include "sim/timing/history.hpp"

#include <algorithm>
#include <utility>

namespace lanescope::timing {

const Stretch* WarpHistory::at(std::int64_t cycle) const {
  const auto behind = std::ranges::upper_bound(stretches, cycle, {}, &Stretch::begin);
  if (behind == stretches.begin()) return nullptr;
  const Stretch& found = *std::prev(behind);
  return cycle < found.end ? &found : nullptr;
}

std::uint32_t HistoryKeeper::add(BlockIndex block, std::uint32_t warp, std::uint32_t scheduler) {
  history_.warps.push_back({block, WarpIndex{warp}, scheduler, {}});
  return static_cast<std::uint32_t>(history_.warps.size() - 1);
}

void HistoryKeeper::note(std::uint32_t warp, std::int64_t begin, std::int64_t end, std::uint32_t pc,
                         std::uint32_t issued, Reason reason) {
  if (end <= begin) return;
  if (stretches_ >= SmHistory::kMostStretches) {
    history_.cycles = history_.whole ? begin : std::min(history_.cycles, begin);
    history_.whole = false;
    return;
  }
  ++stretches_;
  history_.warps[warp].stretches.push_back({begin, end, pc, issued, reason});
}

SmHistory HistoryKeeper::take() {
  std::erase_if(history_.warps, [](const WarpHistory& w) { return w.stretches.empty(); });
  if (history_.whole)
    for (const WarpHistory& warp : history_.warps)
      history_.cycles = std::max(history_.cycles, warp.end());
  return std::exchange(history_, {});
}

}  // namespace lanescope::timing
