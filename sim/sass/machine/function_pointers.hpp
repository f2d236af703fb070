#pragma once

#include "sim/sass/machine/machine.hpp"

namespace lanescope::sass::machine {

// Pointers to functions in variables, which the PTX's memory holds as addresses of its own, become
// those of the machine code: the offset of the function's row in bank 2 (sim/cubin/README.md).
void place_function_pointers(Machine& machine);

}  // namespace lanescope::sass::machine
