#pragma once

#include "sim/sass/machine/machine.hpp"
#include "sim/sass/machine/system_functions.hpp"

namespace lanescope::sass::machine::instructions {

// For the executed lanes, which then go on behind the call. Arguments begin in R4, each at its
// alignment, a result is in R4 (observed with CUDA 13.0).
[[nodiscard]] Next carry_out(Issue& issue, SystemCall call);

}  // namespace lanescope::sass::machine::instructions
