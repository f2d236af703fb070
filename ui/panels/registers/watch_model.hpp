#pragma once

#include <string>
#include <vector>

#include "ui/session/session.hpp"

namespace lanescope::ui::panels::registers {

// What is watched, in the lanes of the shown warp after the shown step.
//
//   sdata[tid]
//            0    1    2    3  …
//            31   27   44   12
struct WatchRow {
  std::string expression;
  std::string complaint;            // why there are no values; then there are none
  std::vector<std::string> values;  // by lane; empty text: this lane has none
  LaneMask changed = 0;             // lanes whose value differs from before the step
  std::size_t missing = 0;          // lanes of the warp without a value
};
[[nodiscard]] std::vector<WatchRow> watch_rows(const session::Session& session,
                                               std::size_t value_width);
// Of what the rows depend on besides the view.
[[nodiscard]] std::uint64_t watch_key(const session::Session& session);

}  // namespace lanescope::ui::panels::registers
