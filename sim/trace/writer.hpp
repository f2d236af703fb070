#pragma once

#include <cstddef>
#include <vector>

#include "sim/trace/trace.hpp"

namespace lanescope::trace {

// The trace file of FORMAT.md.
[[nodiscard]] std::vector<std::byte> write(const Trace& trace);

}  // namespace lanescope::trace
