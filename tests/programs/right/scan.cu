#include "../check.h"

// Hillis and Steele's, within a block, with shuffles inside of a warp.
__global__ void scan(int* data) {
  __shared__ int sums[32];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  int value = data[t];
  for (int step = 1; step < 32; step *= 2) {
    const int before = __shfl_up_sync(0xffffffff, value, step);
    if (lane >= step) value += before;
  }
  if (lane == 31) sums[warp] = value;
  __syncthreads();
  int all = 0;
  for (int w = 0; w < warp; ++w) all += sums[w];
  data[t] = value + all;
}

int main() {
  constexpr int n = 512;
  int host[n], expected[n], *data;
  for (int i = 0, sum = 0; i < n; ++i) expected[i] = sum += host[i] = i * i % 11;
  CHECK(cudaMalloc(&data, sizeof host));
  CHECK(cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice));
  scan<<<1, n>>>(data);
  CHECK(cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) EXPECT(host[i] == expected[i]);
  CHECK(cudaFree(data));
  return pass();
}
