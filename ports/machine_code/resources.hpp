#pragma once

#include "ports/toolchain/compile_types.hpp"
#include "sim/cubin/code.hpp"

namespace lanescope::ports::machine_code {

// What a function needs of an SM. `constant_bytes` is the size of bank 0, `local_bytes` with what
// calls add to it, where that can be known.
[[nodiscard]] toolchain::KernelResources resources_of(const cubin::FunctionCode& function);

}  // namespace lanescope::ports::machine_code
