// Heat spreads over a rod: two buffers that change their parts after each step.
//   heat [cells] [steps]
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define CHECK(call) \
  do { \
    const cudaError_t error = (call); \
    if (error != cudaSuccess) { \
      std::fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
      return 1; \
    } \
  } while (false)

__global__ void step(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float left = i > 0 ? in[i - 1] : in[i];
  const float right = i + 1 < n ? in[i + 1] : in[i];
  out[i] = 0.25f * left + 0.5f * in[i] + 0.25f * right;
}

int main(int count, char** words) {
  const int n = count > 1 ? std::atoi(words[1]) : 256;
  const int steps = count > 2 ? std::atoi(words[2]) : 4;
  std::vector<float> rod(n, 0.0f);
  rod[n / 2] = 100.0f;
  float *now, *next;
  CHECK(cudaMalloc(&now, n * sizeof(float)));
  CHECK(cudaMalloc(&next, n * sizeof(float)));
  CHECK(cudaMemcpy(now, rod.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  for (int i = 0; i < steps; ++i) {
    step<<<(n + 63) / 64, 64>>>(next, now, n);
    CHECK(cudaGetLastError());
    std::swap(now, next);
  }
  CHECK(cudaMemcpy(rod.data(), now, n * sizeof(float), cudaMemcpyDeviceToHost));
  float sum = 0.0f;
  for (const float warmth : rod) sum += warmth;
  std::printf("heat: %d cells, %d steps: hottest %.3f, sum %.3f\n", n, steps, rod[n / 2], sum);
  CHECK(cudaFree(now));
  CHECK(cudaFree(next));
  std::puts(sum > 99.9f && sum < 100.1f ? "PASS" : "FAIL");
  return 0;
}
