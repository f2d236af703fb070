#pragma once

#include <string>

#include "lab/experiment/experiment.hpp"
#include "lab/experiment/spec.hpp"

namespace lanescope::experiment {

// What parse_fill, parse_argument and parse_symbol read, written again.
[[nodiscard]] std::string fill_text(const Fill& fill);
[[nodiscard]] std::string argument_text(const Argument& argument);
[[nodiscard]] std::string buffer_text(const std::string& name, const BufferValue& value);
[[nodiscard]] std::string symbol_text(const Symbol& symbol);

}  // namespace lanescope::experiment
