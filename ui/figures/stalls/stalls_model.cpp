#include "ui/figures/stalls/stalls_model.hpp"

#include <algorithm>

#include "ui/figures/reasons.hpp"
#include "ui/figures/stalls/stalls_rows.hpp"
#include "ui/figures/time_state.hpp"
#include "ui/session/cycles.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::stalls {
namespace {

using timing::Reason;

double part_of(std::int64_t cycles, std::int64_t all) {
  return static_cast<double>(cycles) / static_cast<double>(std::max<std::int64_t>(all, 1));
}

std::string words_by_reason(const timing::ReasonCycles& all) {
  const std::int64_t sum = all.sum();
  const Reason most = main_reason(all);
  if (most == Reason::selected) return tr("Warps do nothing but issue.");
  return say("Of 100 cycles that a warp is there it issues in {}, and in {} it {}.",
             of_hundred(part_of(all[Reason::selected], sum)), of_hundred(part_of(all[most], sum)),
             reason_clause(most));
}

// Of the selected line where warps stand there, else of the one where they stand longest.
std::string words_by_line(const std::vector<StallRow>& rows) {
  auto row = std::ranges::find(rows, true, &StallRow::selected);
  const bool chosen = row != rows.end();
  if (!chosen) row = std::ranges::find_if(rows, [](const StallRow& r) { return r.line != 0; });
  if (row == rows.end()) return tr("The compiler gave the instructions no source lines.");
  const auto waits = std::ranges::find_if(
      row->parts, [](const timing::ReasonPart& part) { return part.reason != Reason::selected; });
  const timing::ReasonPart& most = waits == row->parts.end() ? row->parts.front() : *waits;
  const std::string share = of_hundred(row->share);
  return chosen ? say("In {} of 100 cycles a warp stands at line {}, mostly since it {}.", share,
                      row->line, reason_clause(most.reason))
                : say("A warp stands longest at line {}, in {} of 100 cycles, mostly since it {}.",
                      row->line, share, reason_clause(most.reason));
}

// Of schedulers, which issue once a cycle at most.
std::string words_by_unit(const run::ModelTime& time) {
  std::int64_t all = 0, issued = 0, idle = 0;
  for (const timing::Timing& launch : time.launches) {
    all += launch.scheduler_cycles;
    issued += launch.slots[Reason::selected];
    idle += launch.idle;
  }
  return say(
      "Of 100 cycles a scheduler issues in {}; in {} all of its warps wait, and in {} it "
      "has none.",
      of_hundred(part_of(issued, all)), of_hundred(part_of(all - issued - idle, all)),
      of_hundred(part_of(idle, all)));
}

}  // namespace

std::optional<StallsModel> stalls_model(const session::Session& session) {
  if (!why_no_time(session).empty()) return std::nullopt;
  const run::ModelTime& time = *session::shown_time(session)->time;
  const timing::ReasonCycles all = time.stalls();
  StallsModel model;
  model.by = session.state().tools.time.stalls;
  model.note = say("all warps, modelled on {}", time.machine.title);
  if (all.sum() == 0) {
    model.sentence = tr("No warp was on an SM: the launches have no blocks.");
    return model;
  }
  switch (model.by) {
    case view::StallsBy::Reason:
      model.rows = rows_by_reason(all);
      model.sentence = words_by_reason(all);
      break;
    case view::StallsBy::Line: {
      std::int64_t behind = 0;
      for (const timing::Timing& launch : time.launches) behind += launch.behind_the_end;
      model.rows = rows_by_line(session, all, behind);
      model.sentence = words_by_line(model.rows);
      break;
    }
    case view::StallsBy::Unit:
      model.rows = rows_by_unit(all);
      model.sentence = words_by_unit(time);
      break;
  }
  return model;
}

}  // namespace lanescope::ui::figures::stalls
