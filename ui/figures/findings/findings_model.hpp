#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ui/session/session.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::figures::findings {

// The Findings panel:
//
//   | lines 11, 14: Lanes are idle
//   | 372 of 1,024 lane slots, 36 % · of the PTX
//   | Let the lanes of a warp take the same way: …
//   | lesson: Divergence
struct FindingRow {
  std::string title;                       // "line 12: Loads are scattered"
  std::string cost;                        // "28 of 36 sectors, 78 %"
  std::string remedy;                      // a sentence
  double share = 0.0;                      // 0 … 1
  style::Role role = style::Role::Wasted;  // of the bar beside it
  std::string machine_code;                // whether the GPU counts what the model does
  style::Role machine_role = style::Role::TextSecondary;
  std::string lesson, lesson_title;  // that explains it; empty: none, or the one that is open
  std::uint32_t line = 0;            // where a click goes; 0: nowhere
};
struct FindingsModel {
  std::vector<FindingRow> rows;
  bool complete = true;    // false: the grid is still running
  bool kept_back = false;  // then without rows
};
// `kept_back`: the lesson's question asks for what would be told. Empty before anything has run.
[[nodiscard]] std::optional<FindingsModel> findings_model(const session::Session& session,
                                                          bool kept_back);

// As a drawing for slides and texts, of a run that is complete and not kept back. Plain SVG 1.1.
[[nodiscard]] std::string findings_svg(const FindingsModel& model, bool dark);

}  // namespace lanescope::ui::figures::findings
