#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "sim/base/result.hpp"
#include "sim/trace/trace.hpp"

namespace lanescope::trace {

// A trace file of FORMAT.md. Damaged or foreign bytes give an Error that says what is wrong.
[[nodiscard]] Result<std::shared_ptr<const Trace>> read(std::span<const std::byte> bytes);

}  // namespace lanescope::trace
