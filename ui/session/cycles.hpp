#pragma once

#include <cstdint>
#include <optional>

#include "sim/timing/history.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::session {

// Between moments of the run on screen and cycles of its modelled time: of the shown launch and of
// the first simulated SM, from its first block's begin.

// What is known of the time of the run on screen; null: nothing (yet). Valid until the next frame.
[[nodiscard]] const background::TimedRun* shown_time(const Session& session);
// Its history; null: not there (yet).
[[nodiscard]] const timing::SmHistory* shown_history(const Session& session);
// Whether the run on screen has a moment for a cycle: it is by machine code, and timed.
[[nodiscard]] bool has_cycles(const Session& session);
// When the shown instruction was issued, where the run on screen has such a moment and its block
// was on that SM; else the cycle that was chosen last.
[[nodiscard]] std::int64_t shown_cycle(const Session& session);
// The moment behind the last issue up to a cycle, of a block that is recorded; none: there is none.
[[nodiscard]] std::optional<Tick> tick_of_cycle(const Session& session, std::int64_t cycle);
// The next cycle in which any warp issues, behind this one or before it; the same where none does.
[[nodiscard]] std::int64_t next_issue(const timing::SmHistory& history, std::int64_t cycle,
                                      bool forward);

}  // namespace lanescope::ui::session
