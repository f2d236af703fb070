#pragma once

#include <cstddef>
#include <vector>

#include "lab/experiment/experiment.hpp"

namespace lanescope::experiment {

// The bytes of a buffer with this fill (docs/CONTRACT.md, "Argument SPECs and fills").
// Little endian, count times size_of(type) of them. Errors name the file where there is one.
[[nodiscard]] Result<std::vector<std::byte>> fill_bytes(const BufferValue& value);

}  // namespace lanescope::experiment
