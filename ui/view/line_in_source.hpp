#pragma once

#include "ui/view/view.hpp"

namespace lanescope::ui::view {

// The line of the run's own source that a pc of one of its programs comes from, the line of the
// call for what is inlined from another file; 0: none, and without a run.
[[nodiscard]] std::uint32_t line_in_source(const View& view, const engine::Program& program, Pc pc);

}  // namespace lanescope::ui::view
