#pragma once

#include <initializer_list>
#include <optional>

#include "sim/trace/trace.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::view {

// The memory request of the step in one of these spaces, if the step is the warp's; else the warp's
// last one before it, among its latest 4,096 instructions.
[[nodiscard]] std::optional<trace::Access> last_request(
    const trace::Trace& trace, const trace::Step& step, WarpIndex warp,
    std::initializer_list<events::Space> spaces);
[[nodiscard]] style::Role role_of(events::Access kind);

}  // namespace lanescope::ui::view
