#pragma once

#include <vector>

#include "sim/hazards/request.hpp"
#include "sim/sass/program.hpp"

namespace lanescope::sass::machine::races {

// How each instruction takes part in PTX's memory model, by pc. Machine code marks what is strong
// in global memory alone, and does some atomic operations in loops of a load and a
// compare-and-swap: the PTX of the same line tells the rest.
[[nodiscard]] std::vector<hazards::AccessOrder> access_orders(const Program& program);

}  // namespace lanescope::sass::machine::races
