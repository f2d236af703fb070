#pragma once

#include "sim/code/decode_context.hpp"

namespace lanescope::code {

// Compilers load ahead of a choice: of `c ? s[0] : 5` or `if (c) x = s[0]` all lanes load, and a
// selp throws the value away where c is false (LLVM does so where the address is known to be good).
// In CUDA only the lanes with c have read. Finds the plain loads whose values, by way of
// instructions that only compute, in their basic block and before anything that orders memory, come
// to selp, and to and, or of predicates, before anything else is done with them: MemoryOp::fate.
//
// For a function all of whose instructions are decoded.
void find_load_fates(const FunctionContext& context);

}  // namespace lanescope::code
