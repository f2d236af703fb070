#pragma once

#include <string>
#include <vector>

#include "cuda/toolchain/backend.hpp"
#include "cuda/toolchain/wire.hpp"

namespace lanescope::cuda::toolchain {

// Compiles a whole program, host code included, with the nvcc of the job.
[[nodiscard]] BackendOutput compile_with_nvcc(const Job& job,
                                              const std::vector<std::string>& name_expressions);

}  // namespace lanescope::cuda::toolchain
