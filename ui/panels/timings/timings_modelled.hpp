#pragma once

#include "ui/panels/timings/timings_model.hpp"

namespace lanescope::ui::panels::timings {

// The ladder by modelled time, each with what was measured or recorded of it below, and what the
// two say of each other.
//
//   Interleaved, modulo   ▆▆▆▆▆▆▆▆▆▆▆━━   6.9 µs
//                         ▀▀▀▀▀▀▀▀▀▀▀     6.7 µs
void add_modelled_bars(const session::Session& session, TimingsModel& model);
// On which machine, with which caches, in sentences.
[[nodiscard]] std::string modelled_where(const session::Session& session);

}  // namespace lanescope::ui::panels::timings
