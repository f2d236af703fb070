#pragma once

#include "sim/sass/machine/machine.hpp"

// Whole numbers of 16 and 8 bits, several in a register.
namespace lanescope::sass::machine::instructions {

[[nodiscard]] bool bind_add_halves(const Instruction& instruction, Op& op);
// VIMNMX and, with `adds`, VIADDMNMX.
[[nodiscard]] bool bind_min_max_halves(const Instruction& instruction, Op& op, bool adds);
// VIMNMX3.
[[nodiscard]] bool bind_min_max_of_three_halves(const Instruction& instruction, Op& op);
[[nodiscard]] bool bind_dot(const Instruction& instruction, Op& op);
[[nodiscard]] bool bind_difference_of_bytes(const Instruction& instruction, Op& op);

}  // namespace lanescope::sass::machine::instructions
