#include "cuda/device/device.hpp"

#include <array>

namespace lanescope::cuda::device {
namespace {

constexpr CuResult kInvalidValue = 1;  // an attribute that this driver does not know yet

ports::device::GpuFailure failed(const Driver& driver, CuResult code) {
  return {driver_error(driver, code, "asking the driver for its GPUs"), false};
}

CuResult query(const Driver& driver, int ordinal, ports::device::GpuDevice& out) {
  CuDevice device = 0;
  if (const CuResult code = driver.cuDeviceGet(&device, ordinal); code != 0) return code;
  std::array<char, 256> name{};
  if (const CuResult code = driver.cuDeviceGetName(name.data(), name.size() - 1, device); code != 0)
    return code;
  out.name = name.data();
  std::size_t bytes = 0;
  if (const CuResult code = driver.cuDeviceTotalMem(&bytes, device); code != 0) return code;
  out.memory_bytes = bytes;
#define LANESCOPE_FACT(member, attribute, words, unit)                                   \
  if (const CuResult code = driver.cuDeviceGetAttribute(&out.member, attribute, device); \
      code != 0 && code != kInvalidValue)                                                \
    return code;
#include "ports/device/device_facts.inc"
#undef LANESCOPE_FACT
  return 0;
}

}  // namespace

ports::device::GpuResult<ports::device::GpuList> list_devices(const Driver& driver) {
  ports::device::GpuList list;
  if (const CuResult code = driver.cuDriverGetVersion(&list.driver_version); code != 0)
    return failed(driver, code);
  int count = 0;
  if (const CuResult code = driver.cuDeviceGetCount(&count); code != 0) return failed(driver, code);
  for (int i = 0; i < count; ++i) {
    ports::device::GpuDevice device;
    if (const CuResult code = query(driver, i, device); code != 0) return failed(driver, code);
    list.devices.push_back(std::move(device));
  }
  return list;
}

}  // namespace lanescope::cuda::device
