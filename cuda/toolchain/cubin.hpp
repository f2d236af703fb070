#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>

#include "ports/toolchain/compile_types.hpp"

namespace lanescope::cuda::toolchain {

// The resources of a cubin's functions by mangled name, as sim/cubin reads them: damaged bytes give
// an error or fewer kernels, never a crash.
[[nodiscard]] Result<std::map<std::string, ports::toolchain::KernelResources>> read_cubin(
    std::span<const std::byte> cubin);

}  // namespace lanescope::cuda::toolchain
