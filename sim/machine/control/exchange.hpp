#pragma once

#include <vector>

#include "sim/machine/machine.hpp"

namespace lanescope::machine {

// Carries a warp-level operation out for the lanes of all `parts`, each with the operands of the
// instruction at its own pc (the same operation, perhaps in several places).
void exchange_lanes(Issue& issue, const std::vector<const LaneGroup*>& parts);

}  // namespace lanescope::machine
