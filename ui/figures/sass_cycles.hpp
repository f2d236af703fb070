#pragma once

#include <cstdint>
#include <vector>

#include "ui/figures/sass_model.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::figures {

// Cycles that warps of the shown launch stood at each row of its machine code, by the modelled
// time; empty: there is none (yet).
[[nodiscard]] std::vector<std::uint64_t> sass_cycles(const session::Session& session,
                                                     const SassModel& listing);

}  // namespace lanescope::ui::figures
