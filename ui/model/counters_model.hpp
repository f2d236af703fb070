#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/model/session.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui {

// The Counters panel:
//
//                        model      GPU    ideal
//   Shared wavefronts   53,248       –    45,056   8,192 too many
//   Bank conflicts       8,192       –         0
//   SIMT efficiency       71 %       –     100 %   29 % of the lanes idle
struct CounterRow {
  std::string id;  // "shared.load.wavefronts": as in the report
  std::string name;
  std::string model;
  std::string gpu;    // "–" without a measurement
  std::string ideal;  // empty: none defined
  std::string remark;
  Role role = Role::Text;  // of the remark
  std::string rule;        // the counting rule, for the tooltip
};
struct CountersModel {
  std::string scope;  // "whole launch", "line 12", "3 launches"
  std::vector<CounterRow> rows;
  bool complete = true;  // false: the grid is still running
};
// Of the selected line where one is selected and it executed anything, else of the whole run. Rows
// of units that the kernel does not use are left out.
[[nodiscard]] std::optional<CountersModel> counters_model(const Session& session);

}  // namespace lanescope::ui
