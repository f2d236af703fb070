#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/timing/reasons.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::session {

// Cycles that warps stood before and at the instructions of a source line, by the run's modelled
// time, over all its launches.
struct LineCycles {
  std::uint32_t line = 0;  // of the run's own source; 0: of instructions without one
  timing::ReasonCycles cycles;
  std::vector<std::string> opcodes;  // "LDS": each once, those of the most cycles first
};
// By line; those where no warp stood are left out. Empty: there is no time (yet).
[[nodiscard]] std::vector<LineCycles> cycles_by_line(const Session& session);
// The same of the shown launch, by pc of its machine code.
[[nodiscard]] std::vector<std::int64_t> cycles_by_pc(const Session& session);
// Differs when the two would, and when the whole grid's counters have come.
[[nodiscard]] std::uint64_t cycles_key(const Session& session);

}  // namespace lanescope::ui::session
