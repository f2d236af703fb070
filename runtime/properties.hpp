#pragma once

#include <cstdint>

#include <driver_types.h>

#include "runtime/registry.hpp"
#include "sim/analysis/occupancy.hpp"

namespace lanescope::runtime {

// What the model says of itself as a device: the limits of its architecture, and of a GPU's other
// figures those of an H200 (sm_90), which programs size their grids by.
inline constexpr int kMultiprocessors = 132;
inline constexpr int kRuntimeVersion = 13000;  // of CUDA 13.0

[[nodiscard]] cudaDeviceProp properties(std::uint32_t sm, std::uint64_t memory);
// -1: there is no such attribute.
[[nodiscard]] int attribute(cudaDeviceAttr which, const cudaDeviceProp& properties);

[[nodiscard]] analysis::SmLimits limits_of(std::uint32_t sm);
// Registers of a thread: the machine code's where that is executed, else as many as are live at
// once in the PTX. Only ptxas knows the true number.
[[nodiscard]] std::uint32_t registers_of(const Kernel& kernel);
// Blocks of the kernel that an SM holds at once.
[[nodiscard]] analysis::Occupancy occupancy_of(const Kernel& kernel, std::uint32_t sm,
                                               std::uint32_t threads, std::uint64_t dynamic_shared);
[[nodiscard]] analysis::Occupancy occupancy_of(const sass::KernelCode& code, std::uint32_t sm,
                                               std::uint32_t threads, std::uint64_t dynamic_shared);

}  // namespace lanescope::runtime
