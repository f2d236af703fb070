#include <algorithm>
#include <cstdint>
#include <iterator>

#include "runtime/properties.hpp"

namespace lanescope::runtime {
namespace {

constexpr int kClockKhz = 1'980'000, kMemoryClockKhz = 3'201'000;  // of an H200

struct AttributeRow {
  cudaDeviceAttr which;
  std::int64_t (*value)(const cudaDeviceProp& p);
};
#define LANESCOPE_ATTRIBUTE(name, value) \
  {cudaDevAttr##name,                    \
   []([[maybe_unused]] const cudaDeviceProp& p) { return static_cast<std::int64_t>(value); }}
constexpr AttributeRow kAttributes[] = {
    LANESCOPE_ATTRIBUTE(MaxThreadsPerBlock, p.maxThreadsPerBlock),
    LANESCOPE_ATTRIBUTE(MaxBlockDimX, p.maxThreadsDim[0]),
    LANESCOPE_ATTRIBUTE(MaxBlockDimY, p.maxThreadsDim[1]),
    LANESCOPE_ATTRIBUTE(MaxBlockDimZ, p.maxThreadsDim[2]),
    LANESCOPE_ATTRIBUTE(MaxGridDimX, p.maxGridSize[0]),
    LANESCOPE_ATTRIBUTE(MaxGridDimY, p.maxGridSize[1]),
    LANESCOPE_ATTRIBUTE(MaxGridDimZ, p.maxGridSize[2]),
    LANESCOPE_ATTRIBUTE(MaxSharedMemoryPerBlock, p.sharedMemPerBlock),
    LANESCOPE_ATTRIBUTE(MaxSharedMemoryPerBlockOptin, p.sharedMemPerBlockOptin),
    LANESCOPE_ATTRIBUTE(MaxSharedMemoryPerMultiprocessor, p.sharedMemPerMultiprocessor),
    LANESCOPE_ATTRIBUTE(ReservedSharedMemoryPerBlock, p.reservedSharedMemPerBlock),
    LANESCOPE_ATTRIBUTE(TotalConstantMemory, p.totalConstMem),
    LANESCOPE_ATTRIBUTE(WarpSize, p.warpSize),
    LANESCOPE_ATTRIBUTE(MaxPitch, p.memPitch),
    LANESCOPE_ATTRIBUTE(MaxRegistersPerBlock, p.regsPerBlock),
    LANESCOPE_ATTRIBUTE(MaxRegistersPerMultiprocessor, p.regsPerMultiprocessor),
    LANESCOPE_ATTRIBUTE(ClockRate, kClockKhz),
    LANESCOPE_ATTRIBUTE(MemoryClockRate, kMemoryClockKhz),
    LANESCOPE_ATTRIBUTE(GlobalMemoryBusWidth, p.memoryBusWidth),
    LANESCOPE_ATTRIBUTE(TextureAlignment, p.textureAlignment),
    LANESCOPE_ATTRIBUTE(TexturePitchAlignment, p.texturePitchAlignment),
    LANESCOPE_ATTRIBUTE(MultiProcessorCount, p.multiProcessorCount),
    LANESCOPE_ATTRIBUTE(MaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor),
    LANESCOPE_ATTRIBUTE(MaxBlocksPerMultiprocessor, p.maxBlocksPerMultiProcessor),
    LANESCOPE_ATTRIBUTE(CanMapHostMemory, p.canMapHostMemory),
    LANESCOPE_ATTRIBUTE(ConcurrentKernels, p.concurrentKernels),
    LANESCOPE_ATTRIBUTE(AsyncEngineCount, p.asyncEngineCount),
    LANESCOPE_ATTRIBUTE(UnifiedAddressing, p.unifiedAddressing),
    LANESCOPE_ATTRIBUTE(L2CacheSize, p.l2CacheSize),
    LANESCOPE_ATTRIBUTE(ComputeCapabilityMajor, p.major),
    LANESCOPE_ATTRIBUTE(ComputeCapabilityMinor, p.minor),
    LANESCOPE_ATTRIBUTE(StreamPrioritiesSupported, p.streamPrioritiesSupported),
    LANESCOPE_ATTRIBUTE(GlobalL1CacheSupported, p.globalL1CacheSupported),
    LANESCOPE_ATTRIBUTE(LocalL1CacheSupported, p.localL1CacheSupported),
    LANESCOPE_ATTRIBUTE(ManagedMemory, p.managedMemory),
    LANESCOPE_ATTRIBUTE(ConcurrentManagedAccess, p.concurrentManagedAccess),
    LANESCOPE_ATTRIBUTE(CooperativeLaunch, p.cooperativeLaunch),
    LANESCOPE_ATTRIBUTE(ClusterLaunch, p.clusterLaunch),
    LANESCOPE_ATTRIBUTE(HostRegisterSupported, p.hostRegisterSupported),
    LANESCOPE_ATTRIBUTE(SingleToDoublePrecisionPerfRatio, 2),
    LANESCOPE_ATTRIBUTE(SurfaceAlignment, p.surfaceAlignment),
    LANESCOPE_ATTRIBUTE(GpuOverlap, p.asyncEngineCount > 0),
    LANESCOPE_ATTRIBUTE(ComputePreemptionSupported, p.computePreemptionSupported),
    LANESCOPE_ATTRIBUTE(MemoryPoolsSupported, p.memoryPoolsSupported),
    LANESCOPE_ATTRIBUTE(MaxTexture1DWidth, p.maxTexture1D),
    LANESCOPE_ATTRIBUTE(MaxTexture2DWidth, p.maxTexture2D[0]),
    LANESCOPE_ATTRIBUTE(MaxTexture2DHeight, p.maxTexture2D[1]),
    LANESCOPE_ATTRIBUTE(MaxTexture3DWidth, p.maxTexture3D[0]),
    LANESCOPE_ATTRIBUTE(MaxTexture3DHeight, p.maxTexture3D[1]),
    LANESCOPE_ATTRIBUTE(MaxTexture3DDepth, p.maxTexture3D[2]),
    LANESCOPE_ATTRIBUTE(MaxTexture1DLayeredWidth, p.maxTexture1DLayered[0]),
    LANESCOPE_ATTRIBUTE(MaxTexture1DLayeredLayers, p.maxTexture1DLayered[1]),
    LANESCOPE_ATTRIBUTE(MaxTexture2DLayeredWidth, p.maxTexture2DLayered[0]),
    LANESCOPE_ATTRIBUTE(MaxTexture2DLayeredHeight, p.maxTexture2DLayered[1]),
    LANESCOPE_ATTRIBUTE(MaxTexture2DLayeredLayers, p.maxTexture2DLayered[2]),
    LANESCOPE_ATTRIBUTE(MaxTexture2DLinearWidth, p.maxTexture2DLinear[0]),
    LANESCOPE_ATTRIBUTE(MaxTexture2DLinearHeight, p.maxTexture2DLinear[1]),
    LANESCOPE_ATTRIBUTE(MaxTexture2DLinearPitch, p.maxTexture2DLinear[2]),
    LANESCOPE_ATTRIBUTE(MaxTexture2DGatherWidth, p.maxTexture2DGather[0]),
    LANESCOPE_ATTRIBUTE(MaxTexture2DGatherHeight, p.maxTexture2DGather[1]),
    LANESCOPE_ATTRIBUTE(MaxSurface1DWidth, p.maxSurface1D),
    LANESCOPE_ATTRIBUTE(MaxSurface2DWidth, p.maxSurface2D[0]),
    LANESCOPE_ATTRIBUTE(MaxSurface2DHeight, p.maxSurface2D[1]),
    LANESCOPE_ATTRIBUTE(MaxSurface3DWidth, p.maxSurface3D[0]),
    LANESCOPE_ATTRIBUTE(MaxSurface3DHeight, p.maxSurface3D[1]),
    LANESCOPE_ATTRIBUTE(MaxSurface3DDepth, p.maxSurface3D[2]),
};
#undef LANESCOPE_ATTRIBUTE

}  // namespace

// What has no row is an ability that the model has not, or a number that is 0 for one device.
int attribute(cudaDeviceAttr which, const cudaDeviceProp& properties) {
  const auto* row = std::ranges::find(kAttributes, which, &AttributeRow::which);
  if (row == std::end(kAttributes)) return which > 0 && which < cudaDevAttrMax ? 0 : -1;
  return static_cast<int>(std::min<std::int64_t>(row->value(properties), 0x7fffffff));
}

}  // namespace lanescope::runtime
