#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/timing/reasons.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::figures::stalls {

// Where time goes: the cycles that warps were on their SMs, by reason, by source line or by unit.
//
//   barrier            ▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆    46 %
//   short scoreboard   ▆▆▆▆▆▆             21 %
//   issued             ▆▆▆                 9 %
struct StallRow {
  std::string name;                       // "short scoreboard", "s[left] += s[left + k];"
  std::string detail;                     // of a line, its opcodes; of a unit, what belongs to it
  std::string most;                       // of a line, what warps wait for most there
  std::uint32_t line = 0;                 // that a click selects; 0: none
  bool selected = false;                  // that line
  std::int64_t cycles = 0;                // of warps
  double share = 0.0;                     // of all of them
  std::vector<timing::ReasonPart> parts;  // the largest first
  std::string words;                      // a sentence, for the tooltip
};
struct StallsModel {
  view::StallsBy by = view::StallsBy::Reason;
  std::vector<StallRow> rows;  // the largest first
  std::string sentence;
  std::string note;
};
// Nullopt: there is no time (why_no_time).
[[nodiscard]] std::optional<StallsModel> stalls_model(const session::Session& session);

// As a drawing for slides and texts. Plain SVG 1.1.
[[nodiscard]] std::string stalls_svg(const StallsModel& model, bool dark);

}  // namespace lanescope::ui::figures::stalls
