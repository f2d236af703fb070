#include "ui/session/cycles.hpp"

#include <algorithm>

#include "lab/run/machine_code_run.hpp"

namespace lanescope::ui::session {
namespace {

using timing::Reason;
using timing::Stretch;
using timing::WarpHistory;

// The last issue up to a cycle; null: none.
const Stretch* issue_before(const WarpHistory& warp, std::int64_t cycle) {
  auto at = std::ranges::upper_bound(warp.stretches, cycle, {}, &Stretch::begin);
  while (at != warp.stretches.begin())
    if ((--at)->reason == Reason::selected) return &*at;
  return nullptr;
}
const Stretch* issue_behind(const WarpHistory& warp, std::int64_t cycle) {
  auto at = std::ranges::upper_bound(warp.stretches, cycle, {}, &Stretch::begin);
  at = std::find_if(at, warp.stretches.end(),
                    [](const Stretch& s) { return s.reason == Reason::selected; });
  return at == warp.stretches.end() ? nullptr : &*at;
}

// The issue of a warp's instruction by its number; null: it is not kept.
const Stretch* issue_of(const WarpHistory& warp, std::uint32_t number) {
  auto at = std::ranges::lower_bound(warp.stretches, number, {}, &Stretch::issued);
  for (; at != warp.stretches.end() && at->issued == number; ++at)
    if (at->reason == Reason::selected) return &*at;
  return nullptr;
}

std::optional<std::int64_t> cycle_of(const Session& session, const timing::SmHistory& history,
                                     const trace::Step& step) {
  const auto warp = std::ranges::find_if(history.warps, [&](const WarpHistory& w) {
    return w.block == step.block && w.warp == step.warp;
  });
  if (warp == history.warps.end()) return std::nullopt;
  const auto ticks = session.trace()->steps_of(step.launch, step.block, step.warp);
  const auto number = std::ranges::lower_bound(ticks, step.tick) - ticks.begin();
  const Stretch* issue = issue_of(*warp, static_cast<std::uint32_t>(number));
  if (issue == nullptr) return std::nullopt;
  return issue->begin;
}

}  // namespace

const background::TimedRun* shown_time(const Session& session) {
  const background::TimedRun* timed = session.timed().get();
  if (timed == nullptr || session.run() == nullptr) return nullptr;
  return timed->wanted.prepared == session.run()->prepared ? timed : nullptr;
}

const timing::SmHistory* shown_history(const Session& session) {
  const background::TimedRun* timed = shown_time(session);
  return timed == nullptr || timed->history == nullptr ? nullptr : &timed->history->sm;
}

bool has_cycles(const Session& session) {
  return shown_history(session) != nullptr && session.trace() != nullptr &&
         run::is_machine_code(*session.run()->prepared);
}

std::int64_t shown_cycle(const Session& session) {
  const view::TimeView& time = session.state().tools.time;
  if (!has_cycles(session) || time.tick == session.state().cursor.tick) return time.cycle;
  const timing::SmHistory* history = shown_history(session);
  const auto step = session.shown_step();
  if (history == nullptr || !step) return time.cycle;
  return cycle_of(session, *history, *step).value_or(time.cycle);
}

std::optional<Tick> tick_of_cycle(const Session& session, std::int64_t cycle) {
  const timing::SmHistory* history = shown_history(session);
  if (history == nullptr || !has_cycles(session)) return std::nullopt;
  const std::uint32_t launch = session.timed()->wanted.launch;
  std::optional<Tick> found;
  std::int64_t when = -1;
  for (const WarpHistory& warp : history->warps) {
    const Stretch* issue = issue_before(warp, cycle);
    if (issue == nullptr || issue->begin <= when) continue;
    const auto ticks = session.trace()->steps_of(launch, warp.block, warp.warp);
    if (issue->issued >= ticks.size()) continue;
    when = issue->begin;
    found = Tick{ticks[issue->issued].value + 1};
  }
  return found;
}

std::int64_t next_issue(const timing::SmHistory& history, std::int64_t cycle, bool forward) {
  std::optional<std::int64_t> found;
  for (const WarpHistory& warp : history.warps) {
    const Stretch* issue = forward ? issue_behind(warp, cycle) : issue_before(warp, cycle - 1);
    if (issue == nullptr) continue;
    if (!found || (issue->begin < *found) == forward) found = issue->begin;
  }
  return found.value_or(cycle);
}

}  // namespace lanescope::ui::session
