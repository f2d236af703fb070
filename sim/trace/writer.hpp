#pragma once

#include <cstddef>
#include <vector>

#include "sim/trace/file_head.hpp"
#include "sim/trace/trace.hpp"

namespace lanescope::trace {

// The trace file of FORMAT.md, in a version from kOldestVersion on.
[[nodiscard]] std::vector<std::byte> write(const Trace& trace, std::uint32_t version = kVersion);

}  // namespace lanescope::trace
