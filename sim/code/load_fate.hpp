#pragma once

#include "sim/code/decode_context.hpp"

namespace lanescope::code {

// Compilers load ahead of a choice: of `c ? s[0] : 5` or `if (c) x = s[0]` all lanes load, and a
// selp, or a branch, throws the value away where c is false; out of a loop they load what only some
// of its rounds need (LLVM does so where the address is known to be good). In CUDA only the lanes
// with c have read. Finds the plain loads whose values need not come to use, and says what becomes
// of these, through instructions that only compute, jumps and loops, up to anything that orders
// memory, exchanges values between lanes or calls, and to the end of the round of the loop that the
// load is in: MemoryOp::fate.
//
// For a function all of whose instructions are decoded.
void find_load_fates(const FunctionContext& context);

}  // namespace lanescope::code
