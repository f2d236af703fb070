#include <cstdlib>

#include "cuda/device/gpu_worker.hpp"
#include "cuda/toolchain/worker_loop.hpp"
#include "tests/cuda/device/fake_cupti.hpp"
#include "tests/cuda/device/fake_driver.hpp"
#include "tests/cuda/device/fake_range_profiler.hpp"

// A GPU worker for tests, on a driver of our own.
int main() {
  using namespace lanescope;
  cuda::device::GpuLibraries libraries;
  libraries.driver = [](const std::string& path) -> Result<cuda::device::Driver> {
    if (path == "real") return cuda::device::load_driver("libcuda.so.1");
    cuda::device::Driver driver = cuda::test::fake_driver();
    if (const char* gpus = std::getenv("LANESCOPE_FAKE_GPUS"))
      cuda::test::fake().gpus = std::atoi(gpus);
    return driver;
  };
  libraries.cupti = [](const std::string&) -> Result<cuda::device::Cupti> {
    return cuda::test::fake_cupti();
  };
  // "older": a library without a range profiler.
  libraries.profiler = [](const std::string& path) -> Result<cuda::device::RangeProfiler> {
    if (path == "older") return cuda::device::load_range_profiler("libm.so.6");
    return cuda::test::fake_range_profiler();
  };
  libraries.nvml = []() -> Result<cuda::device::Nvml> { return cuda::test::fake_nvml(); };
  return cuda::device::serve_gpu(cuda::toolchain::kWorkerSocket, libraries);
}
