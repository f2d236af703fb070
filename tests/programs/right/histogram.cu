#include <vector>

#include "../check.h"

constexpr int kBins = 16;

__global__ void histogram(const unsigned char* text, int n, unsigned* bins) {
  __shared__ unsigned own[kBins];
  if (threadIdx.x < kBins) own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&own[text[i] % kBins], 1u);
  __syncthreads();
  if (threadIdx.x < kBins) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

int main() {
  constexpr int n = 10000;
  std::vector<unsigned char> text(n);
  unsigned expected[kBins] = {}, result[kBins];
  for (int i = 0; i < n; ++i) ++expected[(text[i] = i * 7 + i / 100) % kBins];
  unsigned char* d_text;
  unsigned* d_bins;
  CHECK(cudaMalloc(&d_text, n));
  CHECK(cudaMalloc(&d_bins, sizeof result));
  CHECK(cudaMemset(d_bins, 0, sizeof result));
  CHECK(cudaMemcpy(d_text, text.data(), n, cudaMemcpyHostToDevice));
  histogram<<<5, 128>>>(d_text, n, d_bins);
  CHECK(cudaMemcpy(result, d_bins, sizeof result, cudaMemcpyDeviceToHost));
  for (int i = 0; i < kBins; ++i) EXPECT(result[i] == expected[i]);
  CHECK(cudaFree(d_text));
  CHECK(cudaFree(d_bins));
  return pass();
}
