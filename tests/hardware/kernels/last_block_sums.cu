// run: --kernel k --grid 7 --block 64 --arg total:i32[1]=zero --arg part:i32[7]=zero --arg in:i32[1000]=random:210%5000 --arg n:i32=1000
__device__ unsigned done;
__global__ void k(int* total, volatile int* part, const int* in, int n) {
  __shared__ int s[64];
  __shared__ bool last;
  int t = threadIdx.x, sum = 0;
  for (int i = blockIdx.x * 64 + t; i < n; i += gridDim.x * 64) sum += in[i];
  s[t] = sum;
  for (int d = 32; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) s[t] += s[t + d];
  }
  if (t == 0) {
    part[blockIdx.x] = s[0];
    __threadfence();
    last = atomicInc(&done, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && t == 0) {
    int all = 0;
    for (int b = 0; b < gridDim.x; ++b) all += part[b];
    *total = all;
  }
}
