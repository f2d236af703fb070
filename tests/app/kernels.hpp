#pragma once

// Kernels that the tests of the command line launch.
namespace lanescope::test {

inline constexpr const char* kAdd =
    R"(extern "C" __global__ void add(float* c, const float* a, const float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
)";

// Reads one element past the end of `in`.
inline constexpr const char* kBeyond =
    R"(extern "C" __global__ void beyond(int* out, const int* in) {
  out[threadIdx.x] = in[threadIdx.x + 1];
}
)";

// The compiler sees that this cannot be, and makes it a trap without a line.
inline constexpr const char* kConstantStore = R"(__constant__ int fixed[4];
extern "C" __global__ void store(int* a) {
  int* p = (int*)fixed;
  p[0] = a[0];
}
)";

// Each lane fetches from an object of its own choice.
inline constexpr const char* kTwoTextures =
    R"(extern "C" __global__ void two(float* in, float* other, float* out, cudaTextureObject_t a,
                               cudaTextureObject_t b) {
  const cudaTextureObject_t mine = threadIdx.x % 3 == 0 ? a : b;
  out[threadIdx.x] = tex2D<float>(mine, threadIdx.x % 8 + 0.5f, threadIdx.x / 8 + 0.25f);
}
)";

inline constexpr const char* kForever = R"(extern "C" __global__ void forever(volatile int* flag) {
  while (*flag == 0) {
  }
}
)";

// Needs tensor cores, which the model does not have.
inline constexpr const char* kUncovered = R"(extern "C" __global__ void uncovered(int* a) {
  if (a[threadIdx.x] == 0) asm volatile("wgmma.fence.sync.aligned;");
  a[threadIdx.x] = 5;
}
)";

inline constexpr const char* kTalk = R"(#include <cstdio>
extern "C" __global__ void talk(int* out) {
  printf("thread %d\n", threadIdx.x);
  out[threadIdx.x] = threadIdx.x;
}
)";

inline constexpr const char* kShared = R"(extern "C" __global__ void tile(float* out) {
  extern __shared__ float s[];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
)";

inline constexpr const char* kStruct = R"(struct P { int n; float f; float* out; };
__constant__ float table[4];
namespace ns { __device__ int total; }
__global__ void fill(P p) {
  if (threadIdx.x < p.n) p.out[threadIdx.x] = p.f * table[threadIdx.x % 4];
  if (threadIdx.x == 0) ns::total += p.n;
}
)";

inline constexpr const char* kTwo = R"(extern "C" __global__ void one(int* a) { a[0] = 1; }
template <int N> __global__ void many(int* a) { a[threadIdx.x] = N; }
template __global__ void many<3>(int*);
)";

}  // namespace lanescope::test
