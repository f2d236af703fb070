#pragma once

#include "lab/hardware/counter_reasons.hpp"

namespace lanescope::hardware {

// Why a GPU counts otherwise than the model that executed the same machine code: the metric counts
// something else, or which warp is faster decides what the kernel does. Nothing: it does not show.
// `model` and `gpu_value`: of the counter, and different.
[[nodiscard]] std::optional<CounterReason> reason_by_machine_code(
    std::string_view counter, std::uint64_t model, std::uint64_t gpu_value,
    const run::ModelRun& run, const ports::device::GpuCounters& gpu);

}  // namespace lanescope::hardware
