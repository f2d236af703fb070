#pragma once

#include <string>
#include <string_view>

#include "sim/sass/machine/instructions/bind.hpp"
#include "sim/sass/machine/instructions/lane_function.hpp"

// What the binders of conversions share.
namespace lanescope::sass::machine::instructions {

// "s32" for S32, "f16" for F16; `otherwise` where none stands among the modifiers.
[[nodiscard]] std::string take_integer_type(Modifiers& modifiers, std::string_view otherwise);
[[nodiscard]] std::string take_float_type(Modifiers& modifiers, std::string_view otherwise);
// ".rzi" for TRUNC, ".rni" where none is written.
[[nodiscard]] std::string_view take_integral_rounding(Modifiers& modifiers);

// F2FP.
[[nodiscard]] bool bind_float_pack(const Instruction& instruction, Op& op);
// I2IP and F2IP.
[[nodiscard]] bool bind_integer_pack(const Instruction& instruction, Op& op);
[[nodiscard]] bool bind_rounding_pack(const Instruction& instruction, Op& op);

}  // namespace lanescope::sass::machine::instructions
