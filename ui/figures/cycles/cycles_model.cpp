#include "ui/figures/cycles/cycles_model.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ui/figures/cycles/cycle_words.hpp"
#include "ui/session/cycles.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::cycles {
namespace {

using timing::Reason;
using timing::ReasonCycles;
using timing::SmHistory;
using timing::Stretch;
using timing::WarpHistory;

void add_bar(std::vector<CycleBar>& bars, const CycleBar& bar) {
  if (!bars.empty() && bar.folded && bars.back().folded && bars.back().end == bar.begin &&
      bars.back().reason == bar.reason) {
    bars.back().end = bar.end;
    return;
  }
  bars.push_back(bar);
}

// Stretches of `least` cycles or more as they are; what lies between them, column by column.
void add_bars(const HistoryIndex& index, std::uint32_t number, Window window, std::int64_t least,
              std::vector<CycleBar>& bars) {
  const WarpHistory& warp = index.history().warps[number];
  const std::int64_t to = std::min(window.last, warp.end());
  for (std::int64_t at = std::max(window.first, warp.begin()); at < to;) {
    const Stretch& stretch = *warp.at(at);
    CycleBar bar{at, std::min(stretch.end, to), stretch.reason, false};
    if (stretch.end - at < least && stretch.end < to) {
      bar.end = std::min((at / least + 1) * least, to);
      bar.folded = bar.end > stretch.end;
      if (bar.folded) bar.reason = index.reasons(number, at, bar.end).parts().front().reason;
      bar.end = bar.folded ? bar.end : stretch.end;
    }
    add_bar(bars, bar);
    at = bar.end;
  }
}

CycleRow row_of(const HistoryIndex& index, std::size_t number, const CyclesModel& model,
                std::uint32_t focus, std::int64_t least) {
  CycleRow row;
  for (const std::uint32_t warp : index.rows()[number]) {
    const WarpHistory& one = index.history().warps[warp];
    if (one.end() <= model.window.first || one.begin() >= model.window.last) continue;
    add_bars(index, warp, model.window, least, row.bars);
    if (one.begin() > model.window.first && warp != index.rows()[number].front())
      row.arrivals.push_back(one.begin());
  }
  if (const auto warp = warp_in_row(index, number, model.moment)) {
    const WarpHistory& one = index.history().warps[*warp];
    row.name = warp_title(index, *warp);
    row.brief = index.blocks() > 1 ? fmt::format("{}·{}", one.block.value, one.warp.value)
                                   : fmt::format("{}", one.warp.value);
    row.selected = focus == *warp;
  }
  return row;
}

std::vector<ReasonShare> shares_in(const HistoryIndex& index, Window window) {
  ReasonCycles sum;
  for (std::uint32_t warp = 0; warp < index.history().warps.size(); ++warp)
    sum += index.reasons(warp, window.first, window.last);
  const auto all = static_cast<double>(sum.sum());
  std::vector<ReasonShare> shares;
  for (const timing::ReasonPart& part : sum.parts())
    shares.push_back({part.reason, static_cast<double>(part.cycles) / all});
  return shares;
}

}  // namespace

std::optional<std::uint32_t> warp_in_row(const HistoryIndex& index, std::size_t row,
                                         std::int64_t cycle) {
  if (row >= index.rows().size() || index.rows()[row].empty()) return std::nullopt;
  for (const std::uint32_t warp : index.rows()[row])
    if (cycle < index.history().warps[warp].end()) return warp;
  return index.rows()[row].back();
}

std::optional<CyclesModel> cycles_model(const session::Session& session, const HistoryIndex& index,
                                        std::size_t most) {
  if (index.history().warps.empty()) return std::nullopt;
  CyclesModel model;
  model.window = shown_window(session);
  model.moment = session::shown_cycle(session);
  const auto bars = static_cast<std::int64_t>(std::max<std::size_t>(most, 1));
  const std::int64_t least = std::max<std::int64_t>(1, (model.window.span() + bars - 1) / bars);
  const std::uint32_t focus = focus_warp(session, index, model.moment);
  for (std::size_t row = 0; row < index.rows().size(); ++row)
    model.rows.push_back(row_of(index, row, model, focus, least));
  model.reasons = shares_in(index, model.window);
  model.sentence = moment_words(session, index, model.moment);
  if (!index.history().whole)
    model.sentence +=
        say(" What comes behind cycle {} is not kept.", cycle_text(index.history().cycles));
  return model;
}

}  // namespace lanescope::ui::figures::cycles
