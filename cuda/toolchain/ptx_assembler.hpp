#pragma once

#include "cuda/toolchain/compile_types.hpp"
#include "cuda/toolchain/wire.hpp"

namespace lanescope::cuda {

// A PTX file's cubin: by ptxas if there is one, else by nvJitLink, else none, which leaves the
// kernels' registers unknown. What the assembler refuses is an error, except that it is too old for
// the file's version or target: the model may still run those, so they become warnings.
[[nodiscard]] CompileResult assemble_ptx(const Job& job);

}  // namespace lanescope::cuda
