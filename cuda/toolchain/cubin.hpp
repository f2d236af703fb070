#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>

#include "ports/toolchain/compile_types.hpp"

namespace lanescope::cuda::toolchain {

// The resources of a cubin's functions by mangled name, as sim/cubin reads them: damaged bytes give
// an error or fewer kernels, never a crash. `constant_bytes` is the size of bank 0, `local_bytes`
// with what calls add to it, where that can be known.
[[nodiscard]] Result<std::map<std::string, ports::toolchain::KernelResources>> read_cubin(
    std::span<const std::byte> cubin);

}  // namespace lanescope::cuda::toolchain
