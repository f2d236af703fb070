#pragma once

#include <string>

#include "sim/ptx/module.hpp"

namespace lanescope::ptx {

// One instruction as PTX text on one line, guard included, without the semicolon:
// "@%p1 bra $L__BB0_2", "ld.shared.f32 %f2, [%r19+32]".
[[nodiscard]] std::string print(const Module& module, const Function& function,
                                const Instruction& instruction);

}  // namespace lanescope::ptx
