#include "runtime/properties.hpp"

#include <algorithm>
#include <initializer_list>
#include <vector>

#include <fmt/format.h>

#include "sim/base/architectures.hpp"
#include "sim/engine/plan.hpp"

namespace lanescope::runtime {
namespace {

void fill_threads(cudaDeviceProp& p, const analysis::SmLimits& limits) {
  p.warpSize = 32;
  p.maxThreadsPerBlock = 1024;
  p.maxThreadsDim[0] = p.maxThreadsDim[1] = 1024;
  p.maxThreadsDim[2] = 64;
  p.maxGridSize[0] = 0x7fffffff;
  p.maxGridSize[1] = p.maxGridSize[2] = 65535;
  p.multiProcessorCount = kMultiprocessors;
  p.maxThreadsPerMultiProcessor = static_cast<int>(limits.max_warps * 32);
  p.maxBlocksPerMultiProcessor = static_cast<int>(limits.max_blocks);
  p.regsPerBlock = p.regsPerMultiprocessor = static_cast<int>(limits.registers);
}

void fill_memory(cudaDeviceProp& p, const analysis::SmLimits& limits, std::uint64_t memory) {
  p.totalGlobalMem = memory;
  p.totalConstMem = 65536;
  p.sharedMemPerBlock = kSharedBytesOfAnyBlock;
  p.sharedMemPerBlockOptin = limits.shared_optin_per_block;
  p.sharedMemPerMultiprocessor = limits.shared_bytes;
  p.reservedSharedMemPerBlock = limits.shared_reserved_per_block;
  p.memPitch = 0x7fffffff;
  p.textureAlignment = p.surfaceAlignment = 512;
  p.texturePitchAlignment = 32;
  p.l2CacheSize = 50 << 20;
  p.memoryBusWidth = 6144;
  p.globalL1CacheSupported = p.localL1CacheSupported = 1;
}

// Of textures and surfaces, as on an H100.
void fill_textures(cudaDeviceProp& p) {
  const auto set = [](int* into, std::initializer_list<int> values) {
    std::ranges::copy(values, into);
  };
  p.maxTexture1D = 131072;
  p.maxTexture1DMipmap = p.maxSurface1D = 32768;
  set(p.maxTexture2D, {131072, 65536});
  set(p.maxTexture2DLinear, {131072, 65000, 2097120});
  set(p.maxTexture2DGather, {32768, 32768});
  set(p.maxTexture3D, {16384, 16384, 16384});
  set(p.maxTexture3DAlt, {8192, 8192, 32768});
  set(p.maxTexture1DLayered, {32768, 2048});
  set(p.maxTexture2DLayered, {32768, 32768, 2048});
  set(p.maxSurface2D, {131072, 65536});
  set(p.maxSurface3D, {16384, 16384, 16384});
  set(p.maxSurface1DLayered, {32768, 2048});
  set(p.maxSurface2DLayered, {32768, 32768, 2048});
}

void fill_abilities(cudaDeviceProp& p) {
  p.canMapHostMemory = p.unifiedAddressing = p.managedMemory = 1;
  p.concurrentManagedAccess = 1;  // the host may go on while a kernel runs
  p.concurrentKernels = 1;
  p.asyncEngineCount = 2;
  p.cooperativeLaunch = 1;
  p.streamPrioritiesSupported = 1;
  p.hostRegisterSupported = 1;
  p.memoryPoolsSupported = 1;
  p.computePreemptionSupported = 1;
}

}  // namespace

analysis::SmLimits limits_of(std::uint32_t sm) {
  const auto limits = analysis::sm_limits(fmt::format("sm_{}", sm));
  return limits ? *limits : analysis::SmLimits{};
}

cudaDeviceProp properties(std::uint32_t sm, std::uint64_t memory) {
  cudaDeviceProp p{};
  const std::string name = fmt::format("Lanescope's model of sm_{}", sm);
  name.copy(p.name, sizeof p.name - 1);
  p.major = static_cast<int>(sm / 10);
  p.clusterLaunch = p.major >= 9 ? 1 : 0;
  p.minor = static_cast<int>(sm % 10);
  const analysis::SmLimits limits = limits_of(sm);
  fill_threads(p, limits);
  fill_memory(p, limits, memory);
  fill_abilities(p);
  fill_textures(p);
  return p;
}

namespace {

std::uint32_t live_registers(const engine::Program& program) {
  // +1 or +2 where a register begins to live, as much less where it ends; predicates have their
  // own.
  std::vector<int> change(program.size() + 1, 0);
  for (const engine::RegisterInfo& reg : program.registers()) {
    if (reg.type == ValueType::Pred) continue;
    const int words = size_in_bytes(reg.type) > 4 ? 2 : 1;
    for (const auto& [begin, end] : reg.live) {
      change[std::min(begin.value, program.size())] += words;
      change[std::min(end.value, program.size())] -= words;
    }
  }
  int live = 0, most = 0;
  for (const int each : change) {
    live += each;
    most = std::max(most, live);
  }
  return std::clamp<std::uint32_t>(static_cast<std::uint32_t>(most) + 2, 16, 255);
}

std::uint32_t shared_bytes(std::uint64_t fixed, std::uint64_t dynamic) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(fixed + dynamic, 1U << 30U));
}

}  // namespace

std::uint32_t registers_of(const Kernel& kernel) {
  return kernel.machine_code ? kernel.machine_code->kernel_code().registers
                             : live_registers(*kernel.program);
}

analysis::Occupancy occupancy_of(const Kernel& kernel, std::uint32_t sm, std::uint32_t threads,
                                 std::uint64_t dynamic_shared) {
  if (kernel.machine_code)
    return occupancy_of(kernel.machine_code->kernel_code(), sm, threads, dynamic_shared);
  return analysis::occupancy(limits_of(sm), threads, registers_of(kernel),
                             shared_bytes(kernel.program->static_shared_bytes(), dynamic_shared));
}

analysis::Occupancy occupancy_of(const sass::KernelCode& code, std::uint32_t sm,
                                 std::uint32_t threads, std::uint64_t dynamic_shared) {
  return analysis::occupancy(limits_of(sm), threads, code.registers,
                             shared_bytes(code.static_shared_bytes, dynamic_shared), code.barriers);
}

}  // namespace lanescope::runtime
