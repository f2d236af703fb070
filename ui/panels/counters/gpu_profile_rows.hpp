#pragma once

#include <string>
#include <vector>

#include "ui/panels/counters/counters_model.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::panels::counters {

// What the GPU's own counters say of the whole run on screen, beside the model: caches, memory and
// occupancy. `why_none` is a sentence where they cannot be read; both are empty until they were.
struct GpuProfileRows {
  std::vector<CounterRow> rows;
  std::string why_none;
};
[[nodiscard]] GpuProfileRows gpu_profile_rows(const session::Session& session);

}  // namespace lanescope::ui::panels::counters
