#pragma once

#include <string_view>

#include "sim/ptx/module.hpp"

namespace lanescope::ptx {

// Reads PTX ISA 9.0 and older, 64-bit addresses. Never fails (see Module). Names are resolved:
// registers, variables, labels and functions to indices; an undeclared name is a diagnostic.
[[nodiscard]] Module parse(std::string_view text);

}  // namespace lanescope::ptx
