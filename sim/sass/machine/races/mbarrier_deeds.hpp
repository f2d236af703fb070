#pragma once

#include <optional>
#include <vector>

#include "sim/sass/machine/races/races.hpp"
#include "sim/sass/program.hpp"

namespace lanescope::sass::machine::races {

// What ordinary accesses to shared memory do with mbarriers, by pc. Before sm_90 all but the last
// arrival is made of stores, loads and additions: the PTX of the same line tells which. From sm_90
// on empty.
[[nodiscard]] std::vector<std::optional<MbarrierDeed>> mbarrier_deeds(const Program& program);

}  // namespace lanescope::sass::machine::races
