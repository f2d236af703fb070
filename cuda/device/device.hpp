#pragma once

#include "cuda/device/driver.hpp"
#include "cuda/toolchain/port_names.hpp"
#include "ports/device/gpu_types.hpp"

namespace lanescope::cuda {

// All GPUs, asked of the driver.
[[nodiscard]] GpuResult<GpuList> list_devices(const Driver& driver);

}  // namespace lanescope::cuda
