#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/session/session.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::panels::counters {

// The Counters panel:
//
//                        model  machine code      GPU    ideal
//   Shared wavefronts   53,248        53,248       –    45,056   8,192 too many
//   Divergent branches     624             0      0 ≈        0   none in machine code
//   SIMT efficiency       71 %          98 %       –     100 %   29 % idle in the PTX
struct CounterRow {
  std::string id;  // "shared.load.wavefronts": as in the report
  std::string name;
  std::string model;
  std::uint64_t value = 0;    // of `model`, where it is a count
  std::string code;           // by the machine code; empty: there is no such column
  bool code_differs = false;  // from `model`
  std::string code_words;     // for the tooltip
  std::string gpu = "–";      // without a measurement
  style::Role gpu_role = style::Role::TextSecondary;
  std::string gpu_words;  // for the tooltip
  std::string ideal;      // empty: none defined
  std::string remark;
  style::Role role = style::Role::TextSecondary;  // of the remark
  std::string rule;                               // the counting rule, for the tooltip
};
struct CountersModel {
  std::string scope;  // "whole launch", "line 12", "3 launches"
  std::vector<CounterRow> rows;
  std::string model_heading;        // "machine code" where the run on screen is by that
  bool has_code = false;            // it is by PTX, and its machine code was counted beside it
  std::string gpu_heading = "GPU";  // or that it was recorded
  std::string no_gpu;               // why the GPU's column is empty; else empty
  bool complete = true;             // false: the grid is still running
  // Of the GPU's own counters, for the whole run only (gpu_profile_rows.hpp).
  std::vector<CounterRow> profile;
  std::string no_profile;  // why there are none, where the GPU was asked
};
// Of the selected line where one is selected and it executed anything, else of the whole run. Rows
// of units that the kernel does not use are left out.
[[nodiscard]] std::optional<CountersModel> counters_model(const session::Session& session);
// Differs when what the machine code counts would.
[[nodiscard]] std::uint64_t code_counts_key(const session::Session& session);

}  // namespace lanescope::ui::panels::counters
