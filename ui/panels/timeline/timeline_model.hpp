#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/analysis/timeline.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::panels::timeline {

// The Timeline panel: a row for each warp of the shown block, x counted in the warp's own
// instructions inside the phase, phases aligned at their barriers. Only what lies in the view.
//
//   warp 0  ████████████▄▄▄▄│██████│
//   warp 1  ██████░░░░░░░░░░│██████│      █ executes  ▄ fewer lanes  ░ waits  │ barrier
struct TimelineBar {
  enum class Kind : std::uint8_t { Full, Partial, Waiting };
  double x = 0.0, width = 0.0;
  Kind kind = Kind::Full;
  float lanes = 1.0F;  // share of the warp's threads that are active; of meaning while executing
  analysis::CellKind cell = analysis::CellKind::Other;  // of a bar of one instruction
  bool conflict = false;                                // a shared request in it had a conflict
};
struct TimelineLane {
  std::size_t row = 0;  // of analysis::Timeline
  WarpIndex warp;
  bool selected = false;
  bool issues = false;    // the shown step is its own
  double progress = 0.0;  // where the warp stands at the tick
  std::vector<TimelineBar> bars;
};
struct TimelineLine {  // where a phase begins
  double x = 0.0;
  bool launch = false;  // and a launch with it
  std::string label;    // "phase 2", "launch 3"
};
// A stretch of x; the whole width when from == to.
struct TimelineView {
  double from = 0.0, to = 0.0;
};
struct TimelineModel {
  TimelineView view;
  double width = 1.0;
  std::vector<TimelineLane> rows;
  std::vector<TimelineLine> lines;
  bool lines_folded = false;  // too many phases for a line each
  double cursor = 0.0;        // of the warp in the picture
  std::string sentence, note;
};
// `most`: bars a row at most.
[[nodiscard]] std::optional<TimelineModel> timeline_model(const session::Session& session,
                                                          const analysis::Timeline& timeline,
                                                          TimelineView view, std::size_t most);
// What stands at a place, as a tooltip: warp, tick, instruction, lanes.
[[nodiscard]] std::string timeline_words(const session::Session& session,
                                         const analysis::Timeline& timeline,
                                         analysis::Timeline::Point place);

// The view after zooming by `factor` around `anchor`, or moving by `by`; kept inside the width and
// no narrower than a few instructions.
[[nodiscard]] TimelineView zoomed(TimelineView view, double width, double anchor, double factor);
[[nodiscard]] TimelineView moved(TimelineView view, double width, double by);

}  // namespace lanescope::ui::panels::timeline
