#pragma once

#include <optional>
#include <span>
#include <vector>

#include "cuda/device/driver.hpp"
#include "ports/device/gpu_types.hpp"

// What a job on the GPU and a live picture have in common.
namespace lanescope::cuda::device {

// What makes no sense of a job, before the driver is asked.
[[nodiscard]] std::optional<ports::device::GpuFailure> check_job(const ports::device::GpuJob& job);
// The same of launches whose pointers go to `buffers` buffers, and their handles to textures.
[[nodiscard]] std::optional<ports::device::GpuFailure> check_launches(
    const std::vector<ports::device::GpuLaunch>& launches, std::size_t buffers,
    std::size_t textures = 0);

// Finds the kernel of a launch, with as much shared memory as it wants.
[[nodiscard]] std::optional<ports::device::GpuFailure> find_kernel(
    const Driver& driver, CuModule module, const ports::device::GpuLaunch& launch,
    CuFunction& function);
// Its pointers go to `buffers`, its handles are those of `textures`.
[[nodiscard]] CuResult launch_kernel(const Driver& driver, CuFunction function,
                                     const ports::device::GpuLaunch& launch,
                                     std::span<const CuAddress> buffers,
                                     std::span<const CuTexture> textures);

}  // namespace lanescope::cuda::device
