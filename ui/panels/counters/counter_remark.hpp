#pragma once

#include <optional>

#include "ui/figures/gpu_counts.hpp"
#include "ui/panels/counters/counters_model.hpp"

namespace lanescope::ui::panels::counters {

// What stands behind a row is of the machine code where the GPU counted that, else it says that it
// is of the PTX. `gpu`: what the GPU counted of the row, or, where it counts no such thing, of the
// row's wavefronts; nullopt: not counted.
void name_what_is_judged(const std::optional<figures::GpuCount>& gpu, CounterRow& row);

}  // namespace lanescope::ui::panels::counters
