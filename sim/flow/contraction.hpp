#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "sim/flow/cfg.hpp"
#include "sim/flow/liveness.hpp"
#include "sim/ptx/module.hpp"

// A product and the sum that it goes into may become one fma where neither names a rounding (PTX
// ISA 9.7.3.3), and ptxas makes use of that: results differ in their last bits.
namespace lanescope::flow {

// Sums that ptxas turns into an fma: position in the body, and the fma, whose operands a and c may
// be negated. The product itself stays, since its own result is rounded.
//
// What is fused was found by asking ptxas 13.0, instruction by instruction: only inside a basic
// block; only products all of whose uses are sums (a store or another product keeps the rounded
// value alive), also by way of neg; first those that are used once; of two products in one sum the
// one with fewer uses, else the first operand.
[[nodiscard]] std::vector<std::pair<std::uint32_t, ptx::Instruction>> fused_sums(
    const ptx::Function& function, const ControlFlow& flow, const Liveness& live);

}  // namespace lanescope::flow
