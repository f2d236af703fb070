#pragma once

#include "sim/sass/machine/instructions/bind.hpp"

// Binders of floats that stand in files of their own.
namespace lanescope::sass::machine::instructions {

// A comparison of two numbers, and its opposite, joined with a predicate; Op::number[0]: Combine.
Next run_set_predicates(Issue& issue);

// DADD, DMUL and DFMA; DSETP.
[[nodiscard]] bool bind_double(const Instruction& instruction, Op& op);
[[nodiscard]] bool bind_double_compare(const Instruction& instruction, Op& op);

// MUFU.
[[nodiscard]] bool bind_special_function(const Instruction& instruction, Op& op);

}  // namespace lanescope::sass::machine::instructions
