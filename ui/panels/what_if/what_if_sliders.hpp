#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lab/run/model_time.hpp"

namespace lanescope::ui::panels::what_if {

// What is otherwise by any amount. A slider has few stops.
struct WhatIfSlider {
  struct Stop {
    std::string value;  // `what-if NAME=VALUE`
    std::string words;  // "32 of 64"
  };
  std::string name, title;
  std::string rule;  // what changes with it, for the tooltip
  std::vector<Stop> stops;
  std::size_t at = 0, as_is = 0;  // of these

  [[nodiscard]] double share() const;                     // of the way from first to last
  [[nodiscard]] const Stop& stop_at(double share) const;  // the nearest
};
// Of one of the launches that were recorded. `most_warps`: that an SM holds.
[[nodiscard]] std::vector<WhatIfSlider> what_if_sliders(const run::RecordedWork& work,
                                                        std::size_t launch,
                                                        std::uint32_t most_warps,
                                                        const timing::Changes& changes);

}  // namespace lanescope::ui::panels::what_if
