#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/analysis/phases.hpp"
#include "ui/view/array_info.hpp"
#include "ui/view/view.hpp"

namespace lanescope::ui::figures {

// Arcs that lead to one line: more cannot be told apart, and are drawn folded.
inline constexpr std::size_t kMostPhaseArcs = 2048;

// The phase view, made ready to draw. A column an element, a row a barrier interval (or a launch);
// values are those at the end of the interval.
//
//   load      ■ ■ ■ ■ ■ ■ ■ ■
//             │╱  │╱  │╱  │╱
//   stride 1  ■ · ■ · ■ · ■ ·
struct PhaseCell {
  bool read = false, written = false;
  bool computed = false;  // written from elements of this array: an arc ends here
  std::string value;      // at the end of the phase; empty: unknown
  std::string brief;      // the same in a few signs, for a cell that has no room
};
struct PhaseArc {
  std::uint32_t from = 0, to = 0;  // columns of the row above and of this row
  std::uint32_t from_element = 0, to_element = 0;
  std::uint32_t thread = 0;
  Tick write;
};
struct PhaseLine {
  std::string label;   // "load", "stride 8", "phase 3", "launch 4"
  std::string moment;  // for tooltips: "Launch 1, phase 3: ticks 120 to 188."
  Tick first, last;
  std::vector<PhaseCell> cells;
  std::vector<PhaseArc> arcs;  // from the line above into this one
  bool truncated = false;      // there are more arcs
  bool begins = false;         // the state before the first interval: nothing happens in it
};
struct PhasePicture {
  view::ArrayInfo array;
  std::uint32_t columns = 0;  // elements shown, the first of the array
  // Two halves that take turns (read one, write the other) are drawn over each other: column c
  // stands for elements c and c + fold. 0: they don't.
  std::uint32_t fold = 0;
  std::vector<PhaseLine> lines;
  std::size_t arcs = 0;
  std::size_t hidden_lines = 0;  // beyond the limit
};
// What the figure of the shown block is made of; owns what it needs, so that the analysis may run
// on another thread.
struct PhaseQuestion {
  std::shared_ptr<const engine::Plan> plan;
  std::shared_ptr<const trace::Trace> trace;
  std::uint32_t launch = 0;
  BlockIndex block;
  analysis::ArrayRef array;
  [[nodiscard]] analysis::PhaseFigure answer() const;
};
[[nodiscard]] std::optional<PhaseQuestion> phase_question(const view::View& view,
                                                          const view::ArrayInfo& array);
// At most `most_columns` elements. With values it costs a replay of the block: keep the picture
// until the run changes.
[[nodiscard]] PhasePicture phase_picture(const view::View& view, const view::ArrayInfo& array,
                                         const PhaseQuestion& question,
                                         const analysis::PhaseFigure& figure,
                                         std::uint32_t most_columns, bool with_values = true);
// The row that contains the instruction just executed at the tick; lines.size() when none does.
[[nodiscard]] std::size_t line_at(const PhasePicture& picture, Tick tick);
// What has happened, and the row of the instruction that is shown: where a launch begins, its
// first one, which is still to come.
struct PhaseMoment {
  Tick tick;
  std::size_t line = 0;
};
[[nodiscard]] PhaseMoment phase_moment(const view::View& view, const PhasePicture& picture);
// Whether the flow between arrays is to stand in the place of an array's phase view.
[[nodiscard]] bool wants_flow(const view::Appearance& look, const PhasePicture* inside);
// The element that a column of a line stands for.
[[nodiscard]] std::uint32_t element_of(const PhasePicture& picture, std::size_t line,
                                       std::uint32_t column);

}  // namespace lanescope::ui::figures
