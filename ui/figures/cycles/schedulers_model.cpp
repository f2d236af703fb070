#include "ui/figures/cycles/schedulers_model.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "ui/figures/cycles/cycle_words.hpp"
#include "ui/figures/reasons.hpp"
#include "ui/session/cycles.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::cycles {
namespace {

using timing::Reason;
using timing::ReasonCycles;

// Of slots: from there on latency counts as hidden.
constexpr double kBusy = 0.8;

ReasonCycles reasons_of(const HistoryIndex& index, std::uint32_t scheduler, Window window) {
  ReasonCycles sum;
  for (std::uint32_t i = 0; i < index.history().warps.size(); ++i)
    if (index.history().warps[i].scheduler == scheduler)
      sum += index.reasons(i, window.first, window.last);
  return sum;
}

// Of a scheduler, that were there at a time.
std::uint64_t most_warps(const timing::SmHistory& history, std::uint32_t scheduler, Window window) {
  std::vector<std::pair<std::int64_t, int>> changes;  // who leaves before who comes
  for (const timing::WarpHistory& warp : history.warps) {
    if (warp.scheduler != scheduler || warp.end() <= window.first || warp.begin() >= window.last)
      continue;
    changes.emplace_back(warp.begin(), 1);
    changes.emplace_back(warp.end(), -1);
  }
  std::ranges::sort(changes);
  std::int64_t there = 0, most = 0;
  for (const auto& [when, by] : changes) most = std::max(most, there += by);
  return static_cast<std::uint64_t>(most);
}

SchedulerRow row_of(const HistoryIndex& index, std::uint32_t scheduler, Window window,
                    std::int64_t slot) {
  SchedulerRow row;
  for (const Issue& issue : index.issues(scheduler, window.first, window.last)) {
    ++row.issued;
    const std::int64_t begin = std::max(issue.cycle / slot * slot, window.first);
    if (row.used.empty() || row.used.back().begin != begin)
      row.used.push_back({begin, std::min((issue.cycle / slot + 1) * slot, window.last), 0.0});
    row.used.back().share += 1.0;
  }
  for (UsedSlot& one : row.used) one.share /= static_cast<double>(one.end - one.begin);
  row.warps = most_warps(index.history(), scheduler, window);
  return row;
}

// What its warps wait for most, their turn aside.
Reason main_reason(const ReasonCycles& cycles) {
  for (const timing::ReasonPart& part : cycles.parts())
    if (part.reason != Reason::selected && part.reason != Reason::not_selected) return part.reason;
  return Reason::wait;
}

// What the share of used slots says about hiding latency.
std::string hiding_words(const SchedulerRow& row, const ReasonCycles& cycles, double share) {
  if (share >= kBusy)
    return tr(
        "Nearly every slot is used: there is a warp that can issue while others wait, so "
        "their latency is hidden.");
  const std::string why = reason_title(main_reason(cycles));
  // By Little's law: as many as are there on an average, for each one that issues at a time.
  const double needed = static_cast<double>(cycles.sum()) / static_cast<double>(row.issued);
  return say(
      "It has {} to choose from, and mostly all of them wait ({} above all). About {} such "
      "warps would fill its slots: latency is hidden only where another warp has work.",
      say_many(row.warps, "{} warp", "{} warps", row.warps), why,
      cycle_text(std::llround(std::ceil(needed))));
}

std::string sentence_of(const HistoryIndex& index, const SchedulersModel& model) {
  const SchedulerRow& row = model.rows[model.spoken_of];
  const auto span = static_cast<double>(model.window.span());
  const double share = static_cast<double>(row.issued) / span;
  std::string words =
      say("Of {} cycles scheduler {} issues in {} ({}).", cycle_text(model.window.span()),
          model.spoken_of, cycle_text(row.issued), view::percent(share));
  const ReasonCycles cycles = reasons_of(index, model.spoken_of, model.window);
  if (cycles.sum() == 0) return words + " " + tr("It has no warp here.");
  if (row.issued == 0) return words;
  return words + " " + hiding_words(row, cycles, share);
}

}  // namespace

std::optional<SchedulersModel> schedulers_model(const session::Session& session,
                                                const HistoryIndex& index, std::size_t most) {
  const timing::SmHistory& history = index.history();
  if (history.warps.empty() || history.schedulers < 1) return std::nullopt;
  SchedulersModel model;
  model.window = shown_window(session);
  model.moment = session::shown_cycle(session);
  const auto columns = static_cast<std::int64_t>(std::max<std::size_t>(most, 1));
  model.slot = std::max<std::int64_t>(1, (model.window.span() + columns - 1) / columns);
  std::int64_t issued = 0;
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(history.schedulers); ++i) {
    model.rows.push_back(row_of(index, i, model.window, model.slot));
    issued += model.rows.back().issued;
  }
  const auto slots = static_cast<double>(model.window.span() * history.schedulers);
  model.used = slots > 0.0 ? static_cast<double>(issued) / slots : 0.0;
  model.spoken_of = std::min(history.warps[focus_warp(session, index, model.moment)].scheduler,
                             static_cast<std::uint32_t>(history.schedulers - 1));
  model.sentence = sentence_of(index, model);
  return model;
}

}  // namespace lanescope::ui::figures::cycles
