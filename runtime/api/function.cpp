#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "runtime/api/entry.hpp"
#include "runtime/api/launch.hpp"
#include "runtime/properties.hpp"
#include "sim/base/architectures.hpp"

using lanescope::runtime::Call;
using lanescope::runtime::Kernel;

namespace {

// The kernel behind a stub, ready; null: `error` says why, and has been told.
Kernel* kernel_of(Call& call, const void* stub, cudaError_t& error) {
  Kernel* kernel = call.context().registry.find_kernel(stub);
  if (kernel == nullptr) {
    error = call.fail(cudaErrorInvalidDeviceFunction, "it is no kernel of the program");
    return nullptr;
  }
  if (const auto ok = call.context().load(*kernel); !ok) {
    const bool no_ptx = ok.error().code == lanescope::Error::Code::Missing;
    error = call.fail(no_ptx ? cudaErrorNoKernelImageForDevice : cudaErrorInvalidDeviceFunction,
                      ok.error().message);
    return nullptr;
  }
  return kernel;
}

std::uint32_t threads_of(const Kernel& kernel) {
  const auto bounds = kernel.program->launch_bounds();
  return bounds.threads == 0 ? 1024U : static_cast<std::uint32_t>(bounds.threads);
}

cudaError_t max_blocks(Call& call, int* blocks, const void* stub, int threads, size_t shared) {
  if (call.refused()) return call.refusal();
  cudaError_t error = cudaSuccess;
  const Kernel* kernel = kernel_of(call, stub, error);
  if (kernel == nullptr) return error;
  if (blocks == nullptr || threads <= 0)
    return call.fail(cudaErrorInvalidValue, "a null pointer, or no threads");
  const bool fits = static_cast<std::uint32_t>(threads) <= threads_of(*kernel);
  *blocks = fits ? static_cast<int>(occupancy_of(*kernel, call.context().settings.sm,
                                                 static_cast<std::uint32_t>(threads), shared)
                                        .blocks_per_sm)
                 : 0;
  return call.done();
}

// Blocks of the cluster that a launch names; 0: none.
int blocks_of_cluster(const cudaLaunchConfig_t& config) {
  lanescope::runtime::api::Wanted wanted{};
  const bool some =
      lanescope::runtime::api::take_attributes({config.attrs, config.numAttrs}, wanted);
  return some ? static_cast<int>(wanted.cluster.count()) : 0;
}

}  // namespace

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* stub) {
  Call call("cudaFuncGetAttributes");
  if (call.refused()) return call.refusal();
  cudaError_t error = cudaSuccess;
  const Kernel* kernel = kernel_of(call, stub, error);
  if (kernel == nullptr) return error;
  if (attributes == nullptr) return call.fail(cudaErrorInvalidValue, "a null pointer");
  const auto& program = *kernel->program;
  const int sm = static_cast<int>(call.context().settings.sm);
  *attributes = {};
  attributes->sharedSizeBytes = program.static_shared_bytes();
  attributes->localSizeBytes = program.local_bytes();
  attributes->maxThreadsPerBlock = static_cast<int>(threads_of(*kernel));
  attributes->numRegs = static_cast<int>(lanescope::runtime::registers_of(*kernel));
  attributes->ptxVersion = attributes->binaryVersion = sm;
  attributes->maxDynamicSharedSizeBytes =
      static_cast<int>(kernel->dynamic_shared_limit -
                       std::min(kernel->dynamic_shared_limit, program.static_shared_bytes()));
  attributes->preferredShmemCarveout = kernel->carveout;
  const lanescope::Dim3 cluster = program.launch_bounds().cluster;
  attributes->clusterDimMustBeSet = cluster.x != 0 ? 1 : 0;
  attributes->requiredClusterWidth = static_cast<int>(cluster.x);
  attributes->requiredClusterHeight = static_cast<int>(cluster.y);
  attributes->requiredClusterDepth = static_cast<int>(cluster.z);
  attributes->nonPortableClusterSizeAllowed = kernel->any_cluster ? 1 : 0;
  return call.done();
}

cudaError_t cudaFuncSetAttribute(const void* stub, cudaFuncAttribute which, int value) {
  Call call("cudaFuncSetAttribute");
  if (call.refused()) return call.refusal();
  cudaError_t error = cudaSuccess;
  Kernel* kernel = kernel_of(call, stub, error);
  if (kernel == nullptr) return error;
  if (which == cudaFuncAttributePreferredSharedMemoryCarveout) {
    kernel->carveout = value;
    return call.done();
  }
  if (which == cudaFuncAttributeNonPortableClusterSizeAllowed) kernel->any_cluster = value != 0;
  if (which == cudaFuncAttributeNonPortableClusterSizeAllowed ||
      which == cudaFuncAttributeClusterSchedulingPolicyPreference)
    return call.done();
  if (which != cudaFuncAttributeMaxDynamicSharedMemorySize)
    return call.fail(cudaErrorNotSupported, "an attribute that the model has not",
                     lanescope::runtime::ProblemKind::NotSupported);
  const std::uint32_t most = lanescope::engine::shared_memory_limit(call.context().settings.sm);
  const std::uint32_t own = kernel->program->static_shared_bytes();
  if (value < 0 || static_cast<std::uint32_t>(value) > most - std::min(most, own)) {
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} bytes of dynamic shared memory: a block may have {}, and {} "
                                 "are static",
                                 value, most, own));
  }
  kernel->dynamic_shared_limit = static_cast<std::uint32_t>(value) + own;
  return call.done();
}

cudaError_t cudaFuncSetCacheConfig(const void* stub, cudaFuncCache /*config*/) {
  Call call("cudaFuncSetCacheConfig");
  if (call.refused()) return call.refusal();
  cudaError_t error = cudaSuccess;
  return kernel_of(call, stub, error) == nullptr ? error : call.done();
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"  // programs still call it
cudaError_t cudaFuncSetSharedMemConfig(const void* stub, cudaSharedMemConfig /*config*/) {
  Call call("cudaFuncSetSharedMemConfig");
  if (call.refused()) return call.refusal();
  cudaError_t error = cudaSuccess;
  return kernel_of(call, stub, error) == nullptr ? error : call.done();
}
#pragma GCC diagnostic pop

cudaError_t cudaFuncGetParamInfo(const void* stub, size_t index, size_t* offset, size_t* bytes) {
  Call call("cudaFuncGetParamInfo");
  if (call.refused()) return call.refusal();
  cudaError_t error = cudaSuccess;
  const Kernel* kernel = kernel_of(call, stub, error);
  if (kernel == nullptr) return error;
  const auto& parameters = kernel->program->parameters();
  // How a program finds out how many there are.
  if (index >= parameters.size()) return call.answer(cudaErrorInvalidValue);
  if (offset != nullptr) *offset = parameters[index].offset;
  if (bytes != nullptr) *bytes = parameters[index].size;
  return call.done();
}

cudaError_t cudaFuncGetName(const char** name, const void* stub) {
  Call call("cudaFuncGetName");
  if (call.refused()) return call.refusal();
  cudaError_t error = cudaSuccess;
  const Kernel* kernel = kernel_of(call, stub, error);
  if (kernel == nullptr) return error;
  *name = kernel->name.c_str();
  return call.done();
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, const void* stub) {
  Call call("cudaGetFuncBySymbol");
  if (call.refused()) return call.refusal();
  cudaError_t error = cudaSuccess;
  Kernel* kernel = kernel_of(call, stub, error);
  if (kernel == nullptr) return error;
  *function = reinterpret_cast<cudaFunction_t>(kernel);
  return call.done();
}
cudaError_t cudaGetKernel(cudaKernel_t* kernel, const void* stub) {
  Call call("cudaGetKernel");
  if (call.refused()) return call.refusal();
  auto* found = call.context().registry.find_kernel(stub);
  if (found == nullptr)
    return call.fail(cudaErrorInvalidDeviceFunction, "it is no kernel of the program");
  *kernel = reinterpret_cast<cudaKernel_t>(found);
  return call.done();
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* stub,
                                                          int threads, size_t shared) {
  Call call("cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  return max_blocks(call, blocks, stub, threads, shared);
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* stub,
                                                                   int threads, size_t shared,
                                                                   unsigned /*flags*/) {
  Call call("cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags");
  return max_blocks(call, blocks, stub, threads, shared);
}
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* stub, int blocks,
                                                      int /*threads*/) {
  Call call("cudaOccupancyAvailableDynamicSMemPerBlock");
  if (call.refused()) return call.refusal();
  cudaError_t error = cudaSuccess;
  const Kernel* kernel = kernel_of(call, stub, error);
  if (kernel == nullptr) return error;
  if (bytes == nullptr || blocks <= 0)
    return call.fail(cudaErrorInvalidValue, "a null pointer, or no blocks");
  const auto limits = lanescope::runtime::limits_of(call.context().settings.sm);
  const std::uint32_t each = limits.shared_bytes / static_cast<std::uint32_t>(blocks) /
                             limits.shared_granularity * limits.shared_granularity;
  const std::uint32_t own =
      kernel->program->static_shared_bytes() + limits.shared_reserved_per_block;
  *bytes = std::min(each - std::min(each, own), limits.shared_optin_per_block);
  return call.done();
}

// Where nothing else limits it. Not measured: what limits it on a GPU are the multiprocessors that
// work together.
cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, const void* stub,
                                                 const cudaLaunchConfig_t* config) {
  Call call("cudaOccupancyMaxPotentialClusterSize");
  if (call.refused()) return call.refusal();
  cudaError_t error = cudaSuccess;
  const Kernel* kernel = kernel_of(call, stub, error);
  if (kernel == nullptr) return error;
  if (size == nullptr || config == nullptr)
    return call.fail(cudaErrorInvalidValue, "a null pointer");
  *size = static_cast<int>(kernel->any_cluster ? lanescope::engine::kMostInCluster
                                               : lanescope::engine::kPortableCluster);
  return call.done();
}
cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* stub,
                                           const cudaLaunchConfig_t* config) {
  Call call("cudaOccupancyMaxActiveClusters");
  if (config == nullptr) return call.fail(cudaErrorInvalidValue, "a null pointer");
  const dim3 block = config->blockDim;
  const cudaError_t error =
      max_blocks(call, clusters, stub, static_cast<int>(block.x * block.y * block.z),
                 config->dynamicSmemBytes);
  // An H100 says 0 of a launch that names no cluster. Of clusters an H200's SM holds 8 blocks at
  // most; its GPCs, which are of unlike size, hold a few clusters of 4 blocks or more less than
  // this (248 where it is 264).
  constexpr int kMostOfClusters = 8;
  const int each = blocks_of_cluster(*config);
  if (error == cudaSuccess)
    *clusters = each == 0 ? 0
                          : std::min(*clusters, kMostOfClusters) *
                                lanescope::runtime::kMultiprocessors / each;
  return error;
}
