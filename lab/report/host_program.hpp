#pragma once

#include <string>

#include "lab/run/run_model.hpp"
#include "sim/base/result.hpp"

namespace lanescope::report {

// The run as a whole CUDA C++ program, to be compiled by nvcc (its first lines say how): the
// kernels, then a host that allocates, fills, copies, launches, checks every call, copies back, and
// says for each buffer whether it holds what the model computed.
//
// Fills are computed where a line of C++ tells them; others are written out as numbers, which is an
// Error beyond kMostNumbers of them. So is PTX: it is no C++.
inline constexpr std::uint64_t kMostNumbers = 1U << 16U;
[[nodiscard]] Result<std::string> host_program(const run::ModelRun& run);

}  // namespace lanescope::report
