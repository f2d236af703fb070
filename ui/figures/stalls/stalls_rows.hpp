#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/timing/reasons.hpp"
#include "ui/figures/stalls/stalls_model.hpp"

namespace lanescope::ui::figures::stalls {

// The rows of each choice, the largest first, without those of no cycles.
[[nodiscard]] std::vector<StallRow> rows_by_reason(const timing::ReasonCycles& all);
[[nodiscard]] std::vector<StallRow> rows_by_unit(const timing::ReasonCycles& all);
// `behind_the_end`: of `all`, cycles of warps that have no instruction any more.
[[nodiscard]] std::vector<StallRow> rows_by_line(const session::Session& session,
                                                 const timing::ReasonCycles& all,
                                                 std::int64_t behind_the_end);

// The reason of most cycles besides issuing; `selected` where there is no other.
[[nodiscard]] timing::Reason main_reason(const timing::ReasonCycles& cycles);
// "46", "9", "0.4": of 100.
[[nodiscard]] std::string of_hundred(double share);
[[nodiscard]] std::string percent(double share);  // "46 %", "0.4 %"

}  // namespace lanescope::ui::figures::stalls
