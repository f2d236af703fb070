#pragma once

#include "cuda/device/driver.hpp"
#include "ports/device/gpu_types.hpp"

namespace lanescope::cuda::device {

// All GPUs, asked of the driver.
[[nodiscard]] ports::device::GpuResult<ports::device::GpuList> list_devices(const Driver& driver);

}  // namespace lanescope::cuda::device
