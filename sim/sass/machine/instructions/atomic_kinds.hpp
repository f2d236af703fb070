#pragma once

#include "sim/code/code.hpp"
#include "sim/sass/instruction.hpp"

namespace lanescope::sass::machine::instructions {

// What the modifiers of an atomic instruction or a reduction compute (ADD, MIN, …, EXCH) on an
// element of this type, which for AND, OR and XOR counts as its bits. Null: none of them.
[[nodiscard]] code::AtomicOp::Function atomic_function_of(const Instruction& instruction,
                                                          ptx::Type type);

}  // namespace lanescope::sass::machine::instructions
