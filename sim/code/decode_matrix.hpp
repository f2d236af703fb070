#pragma once

#include <vector>

#include "sim/code/code.hpp"
#include "sim/code/decode_context.hpp"

// What the decoders of matrix instructions share.
namespace lanescope::code {

// The types among the modifiers, in their order.
[[nodiscard]] std::vector<MatrixType> matrix_types(const ptx::Instruction& instruction);
[[nodiscard]] bool matrix_shape(const ptx::Instruction& instruction, MatrixShape& shape);
// The registers of a vector, or the one that stands alone.
Result<void> matrix_registers(const FunctionContext& context, const ptx::Operand& operand,
                              ptx::Type type, bool written, std::vector<Slot>& slots);
// A warp-level operation for which all lanes have to be there.
void add_whole_warp(const FunctionContext& context, WarpSyncOp sync, Op& op);

}  // namespace lanescope::code
