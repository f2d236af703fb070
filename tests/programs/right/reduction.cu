#include <utility>
#include <vector>

#include "../check.h"

__global__ void reduce(const int* in, int* out, int n) {
  extern __shared__ int part[];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  part[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step /= 2) {
    if (t < step) part[t] += part[t + step];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

// Launched on its own output until one number is left.
int main() {
  int n = 5000;
  long long sum = 0;
  std::vector<int> in(n);
  for (int i = 0; i < n; ++i) sum += in[i] = i % 17 - 3;
  int *from, *to;
  CHECK(cudaMalloc((void**)&from, n * sizeof(int)));
  CHECK(cudaMalloc((void**)&to, n * sizeof(int)));
  CHECK(cudaMemcpy(from, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  while (n > 1) {
    const int blocks = (n + 127) / 128;
    reduce<<<blocks, 128, 128 * sizeof(int)>>>(from, to, n);
    std::swap(from, to);
    n = blocks;
  }
  int result = 0;
  CHECK(cudaMemcpy(&result, from, sizeof(int), cudaMemcpyDeviceToHost));
  EXPECT(result == sum);
  cudaFree(from);
  cudaFree(to);
  return pass();
}
