#include "runtime/properties.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "sim/base/architectures.hpp"
#include "sim/engine/plan.hpp"

namespace lanescope::runtime {
namespace {

constexpr int kClockKhz = 1'980'000, kMemoryClockKhz = 3'201'000;  // of an H200

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

void fill_abilities(cudaDeviceProp& p) {
  p.canMapHostMemory = p.unifiedAddressing = p.managedMemory = 1;
  p.concurrentManagedAccess = 1;  // the host may go on while a kernel runs
  p.concurrentKernels = 1;
  p.asyncEngineCount = 2;
  p.cooperativeLaunch = 1;
  p.streamPrioritiesSupported = 1;
  p.hostRegisterSupported = 1;
  p.memoryPoolsSupported = 0;
}

// How an attribute is read off the properties.
struct AttributeRow {
  cudaDeviceAttr which;
  std::size_t (*value)(const cudaDeviceProp& p);
};
constexpr AttributeRow kAttributes[] = {
    {cudaDevAttrMaxThreadsPerBlock,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.maxThreadsPerBlock); }},
    {cudaDevAttrMaxBlockDimX,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.maxThreadsDim[0]); }},
    {cudaDevAttrMaxBlockDimY,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.maxThreadsDim[1]); }},
    {cudaDevAttrMaxBlockDimZ,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.maxThreadsDim[2]); }},
    {cudaDevAttrMaxGridDimX,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.maxGridSize[0]); }},
    {cudaDevAttrMaxGridDimY,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.maxGridSize[1]); }},
    {cudaDevAttrMaxGridDimZ,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.maxGridSize[2]); }},
    {cudaDevAttrMaxSharedMemoryPerBlock,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.sharedMemPerBlock); }},
    {cudaDevAttrMaxSharedMemoryPerBlockOptin,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.sharedMemPerBlockOptin); }},
    {cudaDevAttrMaxSharedMemoryPerMultiprocessor,
     [](const cudaDeviceProp& p) {
       return static_cast<std::size_t>(p.sharedMemPerMultiprocessor);
     }},
    {cudaDevAttrReservedSharedMemoryPerBlock,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.reservedSharedMemPerBlock); }},
    {cudaDevAttrTotalConstantMemory,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.totalConstMem); }},
    {cudaDevAttrWarpSize,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.warpSize); }},
    {cudaDevAttrMaxPitch,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.memPitch); }},
    {cudaDevAttrMaxRegistersPerBlock,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.regsPerBlock); }},
    {cudaDevAttrMaxRegistersPerMultiprocessor,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.regsPerMultiprocessor); }},
    {cudaDevAttrClockRate,
     [](const cudaDeviceProp& /*p*/) { return static_cast<std::size_t>(kClockKhz); }},
    {cudaDevAttrMemoryClockRate,
     [](const cudaDeviceProp& /*p*/) { return static_cast<std::size_t>(kMemoryClockKhz); }},
    {cudaDevAttrGlobalMemoryBusWidth,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.memoryBusWidth); }},
    {cudaDevAttrTextureAlignment,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.textureAlignment); }},
    {cudaDevAttrTexturePitchAlignment,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.texturePitchAlignment); }},
    {cudaDevAttrMultiProcessorCount,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.multiProcessorCount); }},
    {cudaDevAttrMaxThreadsPerMultiProcessor,
     [](const cudaDeviceProp& p) {
       return static_cast<std::size_t>(p.maxThreadsPerMultiProcessor);
     }},
    {cudaDevAttrMaxBlocksPerMultiprocessor,
     [](const cudaDeviceProp& p) {
       return static_cast<std::size_t>(p.maxBlocksPerMultiProcessor);
     }},
    {cudaDevAttrCanMapHostMemory,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.canMapHostMemory); }},
    {cudaDevAttrConcurrentKernels,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.concurrentKernels); }},
    {cudaDevAttrAsyncEngineCount,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.asyncEngineCount); }},
    {cudaDevAttrUnifiedAddressing,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.unifiedAddressing); }},
    {cudaDevAttrL2CacheSize,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.l2CacheSize); }},
    {cudaDevAttrComputeCapabilityMajor,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.major); }},
    {cudaDevAttrComputeCapabilityMinor,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.minor); }},
    {cudaDevAttrStreamPrioritiesSupported,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.streamPrioritiesSupported); }},
    {cudaDevAttrGlobalL1CacheSupported,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.globalL1CacheSupported); }},
    {cudaDevAttrLocalL1CacheSupported,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.localL1CacheSupported); }},
    {cudaDevAttrManagedMemory,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.managedMemory); }},
    {cudaDevAttrConcurrentManagedAccess,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.concurrentManagedAccess); }},
    {cudaDevAttrCooperativeLaunch,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.cooperativeLaunch); }},
    {cudaDevAttrHostRegisterSupported,
     [](const cudaDeviceProp& p) { return static_cast<std::size_t>(p.hostRegisterSupported); }},
    {cudaDevAttrSingleToDoublePrecisionPerfRatio,
     [](const cudaDeviceProp& /*p*/) { return static_cast<std::size_t>(2); }},
};

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
  p.minor = static_cast<int>(sm % 10);
  const analysis::SmLimits limits = limits_of(sm);
  fill_threads(p, limits);
  fill_memory(p, limits, memory);
  fill_abilities(p);
  return p;
}

int attribute(cudaDeviceAttr which, const cudaDeviceProp& p) {
  const auto* row = std::ranges::find(kAttributes, which, &AttributeRow::which);
  if (row == std::end(kAttributes)) return which > 0 && which < cudaDevAttrMax ? 0 : -1;
  return static_cast<int>(std::min<std::size_t>(row->value(p), 0x7fffffff));
}

std::uint32_t registers_of(const engine::Program& program) {
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

analysis::Occupancy occupancy_of(const Kernel& kernel, std::uint32_t sm, std::uint32_t threads,
                                 std::uint64_t dynamic_shared) {
  const std::uint64_t shared = kernel.program->static_shared_bytes() + dynamic_shared;
  return analysis::occupancy(
      limits_of(sm), threads, registers_of(*kernel.program),
      static_cast<std::uint32_t>(std::min<std::uint64_t>(shared, 1U << 30U)));
}

}  // namespace lanescope::runtime
