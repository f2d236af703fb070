#pragma once

#include <string_view>

#include "lab/experiment/experiment.hpp"

namespace lanescope::experiment {

// The Error says what is wrong in words that begin with the option: "--arg n:i33=4: `i33` is …".
[[nodiscard]] Result<Argument> parse_argument(std::string_view spec);
[[nodiscard]] Result<Symbol> parse_symbol(std::string_view spec);

// The fills that lab/experiment/experiment.hpp lists.
[[nodiscard]] Result<Fill> parse_fill(std::string_view text);

}  // namespace lanescope::experiment
