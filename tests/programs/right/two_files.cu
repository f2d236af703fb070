#include "../check.h"

extern __device__ int total;
extern __constant__ int factor;
__device__ int twice(int x);
static __device__ int own(int x) { return x + 1; }
void launch_other(int* data);

__global__ void use(int* data) {
  data[threadIdx.x] = twice(own(threadIdx.x)) * factor;
  atomicAdd(&total, 1);
}

// With two_files_other.cu, both compiled with -rdc=true.
int main() {
  int host[32], *data, count = 0;
  CHECK(cudaMalloc(&data, sizeof host));
  use<<<1, 32>>>(data);
  CHECK(cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; ++i) EXPECT(host[i] == 2 * (i + 1) * 3);
  launch_other(data);
  CHECK(cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost));
  EXPECT(host[0] == 32 - 7);
  CHECK(cudaMemcpyFromSymbol(&count, total, sizeof count));
  EXPECT(count == 32);
  CHECK(cudaFree(data));
  return pass();
}
