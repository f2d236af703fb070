#pragma once

#include "sim/machine/machine.hpp"

namespace lanescope::machine {

// mma (PTX ISA 9.7.14.5.14) for a whole warp of 32; `lanes` get results. Lanes that are not there
// lend what their registers hold.
void multiply_matrices(const Issue& issue, const code::MatrixOp& op, LaneMask lanes);

}  // namespace lanescope::machine
