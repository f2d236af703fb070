#include <cstdint>

#include "../check.h"

__global__ void fill(int* data) { data[threadIdx.x] = threadIdx.x; }

// Memory in the order of streams, from the device's pool and from one of the program's own.
int main() {
  int supported = 0;
  CHECK(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0));
  EXPECT(supported == 1);
  cudaMemPool_t own, current, standard;
  CHECK(cudaDeviceGetDefaultMemPool(&standard, 0));
  std::uint64_t threshold = UINT64_MAX, told = 0;
  CHECK(cudaMemPoolSetAttribute(standard, cudaMemPoolAttrReleaseThreshold, &threshold));
  CHECK(cudaMemPoolGetAttribute(standard, cudaMemPoolAttrReleaseThreshold, &told));
  EXPECT(told == UINT64_MAX);
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location = {cudaMemLocationTypeDevice, 0};
  CHECK(cudaMemPoolCreate(&own, &properties));
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  int *data, host[32];
  CHECK(cudaMallocFromPoolAsync(&data, sizeof host, own, stream));
  fill<<<1, 32, 0, stream>>>(data);
  CHECK(cudaMemcpyAsync(host, data, sizeof host, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  for (int i = 0; i < 32; ++i) EXPECT(host[i] == i);
  CHECK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &told));
  EXPECT(told >= sizeof host);
  CHECK(cudaFreeAsync(data, stream));
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &told));
  EXPECT(told == 0);
  CHECK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemHigh, &told));
  EXPECT(told >= sizeof host);
  CHECK(cudaDeviceSetMemPool(0, own));
  CHECK(cudaDeviceGetMemPool(&current, 0));
  EXPECT(current == own);
  CHECK(cudaMallocAsync(&data, 1000, stream));
  CHECK(cudaFree(data));
  CHECK(cudaMemPoolTrimTo(own, 0));
  CHECK(cudaDeviceSetMemPool(0, standard));
  CHECK(cudaMemPoolDestroy(own));
  CHECK(cudaStreamDestroy(stream));
  return pass();
}
