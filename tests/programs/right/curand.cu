#include <curand_kernel.h>

#include <cmath>

#include "../check.h"

constexpr int kThreads = 256, kNumbers = 32;

__global__ void begin(curandState* states) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(2024, i, 0, &states[i]);
}

// What a state goes on with in the next launch is what it would have given in this one.
__global__ void draw(curandState* states, float* out, int first, int last) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandState own = states[i];
  for (int k = first; k < last; ++k) out[i * kNumbers + k] = curand_normal(&own);
  states[i] = own;
}

// The 5th to 8th number of a sequence, by going there.
__global__ void offset(uint4* out) {
  curandStatePhilox4_32_10_t there, straight;
  curand_init(7, threadIdx.x, 4, &there);
  curand_init(7, threadIdx.x, 0, &straight);
  curand4(&straight);
  const uint4 a = curand4(&there), b = curand4(&straight);
  out[threadIdx.x] = make_uint4(a.x ^ b.x, a.y ^ b.y, a.z ^ b.z, a.w ^ b.w);
}

int main() {
  curandState* states;
  float *once, *twice;
  uint4* differences;
  constexpr int n = kThreads * kNumbers;
  CHECK(cudaMalloc(&states, kThreads * sizeof(curandState)));
  CHECK(cudaMalloc(&once, n * sizeof(float)));
  CHECK(cudaMalloc(&twice, n * sizeof(float)));
  CHECK(cudaMalloc(&differences, 32 * sizeof(uint4)));
  begin<<<2, kThreads / 2>>>(states);
  draw<<<2, kThreads / 2>>>(states, once, 0, kNumbers);
  begin<<<4, kThreads / 4>>>(states);
  draw<<<4, kThreads / 4>>>(states, twice, 0, 11);
  draw<<<4, kThreads / 4>>>(states, twice, 11, kNumbers);
  offset<<<1, 32>>>(differences);
  static float a[n], b[n];
  uint4 d[32];
  CHECK(cudaMemcpy(a, once, sizeof a, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(b, twice, sizeof b, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(d, differences, sizeof d, cudaMemcpyDeviceToHost));
  double sum = 0, squares = 0;
  for (int i = 0; i < n; ++i) {
    EXPECT(a[i] == b[i]);
    sum += a[i];
    squares += double(a[i]) * a[i];
  }
  EXPECT(std::fabs(sum / n) < 0.05);
  EXPECT(std::fabs(squares / n - 1) < 0.1);
  for (const uint4& each : d) EXPECT((each.x | each.y | each.z | each.w) == 0);
  for (void* each : {(void*)states, (void*)once, (void*)twice, (void*)differences})
    CHECK(cudaFree(each));
  return pass();
}
