#pragma once

#include <string_view>

#include "lab/experiment/experiment.hpp"

namespace lanescope::lab {

// The fills that lab/experiment/experiment.hpp lists.
[[nodiscard]] Result<Fill> parse_fill(std::string_view text);

}  // namespace lanescope::lab
