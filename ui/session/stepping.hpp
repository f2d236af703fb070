#pragma once

#include "sim/trace/trace.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::session {

// Where a step of the transport leads: always in [0, tick_count]. `program` of the shown launch is
// used for source lines.
[[nodiscard]] Tick step_forward(const Session& session, Tick from, view::StepUnit unit);
[[nodiscard]] Tick step_back(const Session& session, Tick from, view::StepUnit unit);

}  // namespace lanescope::ui::session
