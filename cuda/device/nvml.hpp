#pragma once

#include <string>

#include "cuda/device/driver.hpp"
#include "ports/device/gpu_types.hpp"

// NVIDIA's management library, found at run time and never linked: what the clocks run at.
namespace lanescope::cuda::device {

// NVML API Reference, "Initialization and Cleanup" and "Device Queries".
using NvmlResult = int;
using NvmlDevice = void*;

// One table of entry points; tests fill it with functions of their own.
struct Nvml {
  NvmlResult (*nvmlInit_v2)() = nullptr;
  NvmlResult (*nvmlDeviceGetHandleByPciBusId_v2)(const char* bus_id, NvmlDevice* device) = nullptr;
  NvmlResult (*nvmlDeviceGetClockInfo)(NvmlDevice device, int clock, unsigned* mhz) = nullptr;
};

// Loads the library from `path`, by the loader's rules, and starts it. Missing: there is none, or
// it does not start; then clocks are not known, and nothing else is lost.
[[nodiscard]] Result<Nvml> load_nvml(const std::string& path = "libnvidia-ml.so.1");
// nvmlInit_v2; a part of load_nvml of its own, for tests.
[[nodiscard]] Result<void> start(const Nvml& nvml);

// What the clocks of this GPU run at now; one that cannot be asked for is 0.
[[nodiscard]] ports::device::GpuClocks clocks_of(const Nvml& nvml, const Driver& driver,
                                                 CuDevice device);

}  // namespace lanescope::cuda::device
