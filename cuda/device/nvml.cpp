#include "cuda/device/nvml.hpp"

#include <array>

#include <dlfcn.h>
#include <fmt/format.h>

namespace lanescope::cuda::device {
namespace {

// NVML API Reference, "enum nvmlClockType_t".
constexpr int kSmClock = 1, kMemoryClock = 2;

template <typename Function>
bool find(void* library, const char* name, Function& out) {
  out = reinterpret_cast<Function>(dlsym(library, name));
  return out != nullptr;
}

int clock_of(const Nvml& nvml, NvmlDevice device, int clock) {
  unsigned mhz = 0;
  return nvml.nvmlDeviceGetClockInfo(device, clock, &mhz) == 0 ? static_cast<int>(mhz) : 0;
}

}  // namespace

Result<void> start(const Nvml& nvml) {
  if (const NvmlResult code = nvml.nvmlInit_v2(); code != 0)
    return missing(fmt::format(
        "NVIDIA's management library does not start (error {}); clocks are not known", code));
  return {};
}

Result<Nvml> load_nvml(const std::string& path) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  Nvml nvml;
  if (library == nullptr || !find(library, "nvmlInit_v2", nvml.nvmlInit_v2) ||
      !find(library, "nvmlDeviceGetHandleByPciBusId_v2", nvml.nvmlDeviceGetHandleByPciBusId_v2) ||
      !find(library, "nvmlDeviceGetClockInfo", nvml.nvmlDeviceGetClockInfo))
    return missing(fmt::format("{} was not found; it comes with NVIDIA's driver", path));
  if (Result<void> started = start(nvml); !started) return started.error();
  return nvml;
}

ports::device::GpuClocks clocks_of(const Nvml& nvml, const Driver& driver, CuDevice device) {
  // The two libraries may count the GPUs differently; the bus tells them apart.
  std::array<char, 64> bus_id{};
  NvmlDevice found = nullptr;
  if (driver.cuDeviceGetPCIBusId(bus_id.data(), static_cast<int>(bus_id.size()) - 1, device) != 0 ||
      nvml.nvmlDeviceGetHandleByPciBusId_v2(bus_id.data(), &found) != 0)
    return {};
  return {clock_of(nvml, found, kSmClock), clock_of(nvml, found, kMemoryClock)};
}

}  // namespace lanescope::cuda::device
