#include <cstdio>
__constant__ float weights[4] = {1.5f, -2.0f, 0.25f, 4.0f};
__device__ const char* names[2] = {"even", "odd"};
__device__ __forceinline__ float weigh(float x, int i) {
  return x * weights[i & 3];
}
__device__ __forceinline__ float twice(float x, int i) {
  return weigh(x, i) + weigh(x + 1.0f, i + 1);
}
__device__ __noinline__ int choose(int kind, int x) {
  switch (kind) {
    case 0: return x * 7;
    case 1: return x / 3;
    case 2: return __popc(x);
    case 3: return x ^ 0x55;
    case 4: return x << 3;
    case 5: return x % 11;
    case 6: return __clz(x);
    default: return 0;
  }
}
extern "C" __global__ void __launch_bounds__(128, 2) inlined(float* out, const float* in, int n) {
  __shared__ float tile[128];
  extern __shared__ float more[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? twice(in[i], i) : 0.0f;
  __syncthreads();
  more[threadIdx.x] = tile[127 - threadIdx.x];
  out[i] = more[threadIdx.x] + choose(i & 7, n);
  if (i == n) printf("%s %d\n", names[i & 1], i);
}
