#pragma once

#include <cstddef>
#include <string>

#include "lab/run/run_model.hpp"
#include "sim/events/counters.hpp"
#include "tests/lab/random_kernels/kernel.hpp"

namespace lanescope::test::random_kernels {

// Of all instructions of a launch.
[[nodiscard]] events::Counters counters_of(const run::ModelRun& run, std::size_t launch);

// What differs of that which must be the same whatever ptxas makes of the PTX: bytes that threads
// store in global memory, barriers, and, where whole warps store at the end alone, the requests and
// sectors of that. Not atomics: of one address ptxas makes one for all lanes.
[[nodiscard]] std::string counter_difference(const Kernel& kernel, const events::Counters& ptx,
                                             const events::Counters& sass);

}  // namespace lanescope::test::random_kernels
