#include "../check.h"

__global__ void fill(int* data, int value) { data[blockIdx.x * blockDim.x + threadIdx.x] = value; }

// Memory in the order of a stream, and cudaLaunchKernelEx.
int main() {
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  int *data, host[64];
  CHECK(cudaMallocAsync(&data, sizeof host, stream));
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(2);
  config.blockDim = dim3(32);
  config.stream = stream;
  CHECK(cudaLaunchKernelEx(&config, fill, data, 9));
  CHECK(cudaMemcpyAsync(host, data, sizeof host, cudaMemcpyDefault, stream));
  CHECK(cudaStreamSynchronize(stream));
  for (const int each : host) EXPECT(each == 9);
  cudaPointerAttributes attributes;
  CHECK(cudaPointerGetAttributes(&attributes, data));
  EXPECT(attributes.type == cudaMemoryTypeDevice);
  CHECK(cudaPointerGetAttributes(&attributes, host));
  EXPECT(attributes.type == cudaMemoryTypeUnregistered);
  CHECK(cudaFreeAsync(data, stream));
  CHECK(cudaStreamDestroy(stream));
  size_t free_bytes, total;
  CHECK(cudaMemGetInfo(&free_bytes, &total));
  EXPECT(free_bytes <= total && free_bytes > 0);
  CHECK(cudaDeviceReset());
  return pass();
}
