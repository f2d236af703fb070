#pragma once

#include <bitset>
#include <vector>

#include "sim/sass/program.hpp"
#include "sim/sass/roles.hpp"

namespace lanescope::sass::machine::races {

using Registers = std::bitset<kUniformPredicateBegin>;  // R0 …, UR0 …, P0 …

// What tells whether a lane has any use of a value that was loaded; by pc.
struct LoadUses {
  std::vector<bool> holds;      // a load that not all lanes need, as PTX of its line has it
  std::vector<bool> orders;     // orders memory: values are not followed past it
  std::vector<Registers> live;  // still read from here on; empty where no load holds
};
[[nodiscard]] LoadUses load_uses(const Program& program);

}  // namespace lanescope::sass::machine::races
