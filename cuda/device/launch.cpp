#include "cuda/device/launch.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace lanescope::cuda::device {
namespace {

constexpr int kMaxDynamicShared = 8;  // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
constexpr int kCooperative = 2;       // CU_LAUNCH_ATTRIBUTE_COOPERATIVE

}  // namespace

std::optional<ports::device::GpuFailure> check_job(const ports::device::GpuJob& job) {
  for (const ports::device::GpuBuffer& buffer : job.buffers) {
    if (buffer.bytes == 0 || (!buffer.initial.empty() && buffer.initial.size() != buffer.bytes))
      return ports::device::GpuFailure{bad_input("a buffer's bytes are not as many as it holds")};
  }
  for (const ports::device::GpuTexture& texture : job.textures) {
    if (texture.buffer >= job.buffers.size() || !check(texture.descriptor) ||
        bytes_of(texture.descriptor) > job.buffers[texture.buffer].bytes)
      return ports::device::GpuFailure{bad_input("a texture does not lie in its buffer")};
  }
  return check_launches(job.launches, job.buffers.size(), job.textures.size());
}

std::optional<ports::device::GpuFailure> check_launches(
    const std::vector<ports::device::GpuLaunch>& launches, std::size_t buffers,
    std::size_t textures) {
  for (const ports::device::GpuLaunch& launch : launches) {
    for (const ports::device::GpuLaunch::Pointer& pointer : launch.pointers) {
      if (pointer.buffer >= buffers ||
          pointer.offset + sizeof(CuAddress) > launch.parameters.size())
        return ports::device::GpuFailure{bad_input("a kernel's parameter points to no buffer")};
    }
    for (const ports::device::GpuLaunch::Handle& handle : launch.handles) {
      if (handle.texture >= textures ||
          handle.offset + sizeof(CuTexture) > launch.parameters.size())
        return ports::device::GpuFailure{bad_input("a kernel's parameter is of no texture")};
    }
  }
  return std::nullopt;
}

std::optional<ports::device::GpuFailure> find_kernel(const Driver& driver, CuModule module,
                                                     const ports::device::GpuLaunch& launch,
                                                     CuFunction& function) {
  if (const CuResult code = driver.cuModuleGetFunction(&function, module, launch.kernel.c_str());
      code != 0)
    return ports::device::GpuFailure{
        driver_error(driver, code, fmt::format("finding the kernel {}", launch.kernel)),
        is_kernel_fault(code)};
  if (launch.dynamic_shared_bytes == 0) return std::nullopt;
  const CuResult code = driver.cuFuncSetAttribute(function, kMaxDynamicShared,
                                                  static_cast<int>(launch.dynamic_shared_bytes));
  if (code == 0) return std::nullopt;
  return ports::device::GpuFailure{driver_error(driver, code,
                                                fmt::format("asking for {} bytes of shared memory",
                                                            launch.dynamic_shared_bytes)),
                                   is_kernel_fault(code)};
}

CuResult launch_kernel(const Driver& driver, CuFunction function,
                       const ports::device::GpuLaunch& launch, std::span<const CuAddress> buffers,
                       std::span<const CuTexture> textures) {
  std::vector<std::byte> parameters = launch.parameters;
  for (const ports::device::GpuLaunch::Pointer& pointer : launch.pointers)
    std::memcpy(parameters.data() + pointer.offset, &buffers[pointer.buffer], sizeof(CuAddress));
  for (const ports::device::GpuLaunch::Handle& handle : launch.handles)
    std::memcpy(parameters.data() + handle.offset, &textures[handle.texture], sizeof(CuTexture));
  // CUDA Driver API, cuLaunchKernelEx: all parameters in one block, by address and size.
  constexpr std::uintptr_t kBlock = 1, kBlockSize = 2;
  std::size_t size = parameters.size();
  // NOLINTBEGIN(performance-no-int-to-ptr): the marks are small numbers
  void* extra[] = {reinterpret_cast<void*>(kBlock), parameters.data(),
                   reinterpret_cast<void*>(kBlockSize), &size, nullptr};
  // NOLINTEND(performance-no-int-to-ptr)
  CuLaunchAttribute cooperative;
  cooperative.id = kCooperative;
  cooperative.value.number = 1;
  CuLaunchConfig config;
  std::ranges::copy(launch.grid, config.grid);
  std::ranges::copy(launch.block, config.block);
  config.shared_bytes = launch.dynamic_shared_bytes;
  config.attributes = &cooperative;
  config.attribute_count = launch.cooperative ? 1 : 0;
  return driver.cuLaunchKernelEx(&config, function, nullptr, parameters.empty() ? nullptr : extra);
}

}  // namespace lanescope::cuda::device
