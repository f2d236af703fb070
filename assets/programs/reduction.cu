// A sum in two launches: first one of each block, then one of those.
//   reduction [numbers]
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) \
  do { \
    const cudaError_t error = (call); \
    if (error != cudaSuccess) { \
      std::fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
      return 1; \
    } \
  } while (false)

constexpr int kBlock = 128;

__global__ void sum(int* out, const int* in, int n) {
  __shared__ int part[kBlock];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int half = kBlock / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

int main(int count, char** words) {
  const int n = count > 1 ? std::atoi(words[1]) : 1000;
  const int blocks = (n + kBlock - 1) / kBlock;
  if (n < 1 || blocks > kBlock) {
    std::fprintf(stderr, "reduction: 1 to %d numbers\n", kBlock * kBlock);
    return 1;
  }
  std::vector<int> numbers(n);
  for (int i = 0; i < n; ++i) numbers[i] = i;
  int *in, *parts, *total;
  CHECK(cudaMalloc(&in, n * sizeof(int)));
  CHECK(cudaMalloc(&parts, blocks * sizeof(int)));
  CHECK(cudaMalloc(&total, sizeof(int)));
  CHECK(cudaMemcpy(in, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  sum<<<blocks, kBlock>>>(parts, in, n);
  sum<<<1, kBlock>>>(total, parts, blocks);
  int result = 0;
  CHECK(cudaMemcpy(&result, total, sizeof(int), cudaMemcpyDeviceToHost));
  std::printf("reduction: the sum of 0 to %d is %d\n", n - 1, result);
  CHECK(cudaFree(in));
  CHECK(cudaFree(parts));
  CHECK(cudaFree(total));
  std::puts(result == n * (n - 1) / 2 ? "PASS" : "FAIL");
  return 0;
}
