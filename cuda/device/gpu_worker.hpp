#pragma once

#include <functional>

#include "cuda/device/cupti.hpp"
#include "cuda/device/driver.hpp"
#include "cuda/device/nvml.hpp"
#include "cuda/device/range_profiler.hpp"

namespace lanescope::cuda::device {

// The body of the hidden command `lanescope gpu-worker`: answers a GpuRequest for each message on
// file descriptor 3 until the other end closes it. Returns the exit status.
int run_gpu_worker();

// The same on any socket with any way to come by the libraries, for tests.
struct GpuLibraries {
  std::function<Result<Driver>(const std::string& path)> driver = load_driver;
  std::function<Result<Cupti>(const std::string& path)> cupti = load_cupti;
  std::function<Result<RangeProfiler>(const std::string& path)> profiler = load_range_profiler;
  // An Error: clocks are not known.
  std::function<Result<Nvml>()> nvml = [] { return load_nvml(); };
};
[[nodiscard]] int serve_gpu(int socket, const GpuLibraries& libraries);

}  // namespace lanescope::cuda::device
