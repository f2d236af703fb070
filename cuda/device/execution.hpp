#pragma once

#include "cuda/device/cupti.hpp"
#include "cuda/device/driver.hpp"
#include "cuda/device/nvml.hpp"
#include "cuda/device/range_profiler.hpp"
#include "ports/device/gpu_types.hpp"

namespace lanescope::cuda::device {

// Runs a job within this process: the worker's side. After a fault of the kernel the process's
// context is lost, and with it everything of CUDA in this process. `nvml` null: clocks are not
// known.
[[nodiscard]] ports::device::GpuResult<ports::device::GpuOutput> execute(
    const Driver& driver, const ports::device::GpuJob& job, const Nvml* nvml = nullptr);
// Runs a job's launches once, counted; `counting` watches since before the driver was started.
[[nodiscard]] ports::device::GpuResult<ports::device::GpuCounters> count(
    const Driver& driver, SassCounting& counting, const ports::device::GpuJob& job);
// Runs them as often as the GPU's own counters take, each time on the inputs and with a cold L2.
[[nodiscard]] ports::device::GpuResult<ports::device::GpuProfile> profile(
    const Driver& driver, RangeProfiling& profiling, const ports::device::GpuJob& job);

}  // namespace lanescope::cuda::device
