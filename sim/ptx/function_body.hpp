#pragma once

#include "sim/ptx/context.hpp"

namespace lanescope::ptx {

// From the function's `{` to behind its `}`: declarations, labels, instructions. Names of
// parameters are in the context already.
void parse_function_body(FunctionContext& context);

// Gives the operands that wait for a name what it stands for (a label, or a variable or function
// that was declared later), and says which names nothing stands for. Called by parse_function_body.
void resolve_pending(FunctionContext& context);

}  // namespace lanescope::ptx
