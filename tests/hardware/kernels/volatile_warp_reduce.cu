// run: --kernel k --grid 4 --block 64 --arg out:i32[4]=zero --arg in:i32[512]=random:250%1000
template <int N>
__device__ void finish(volatile int* s, int t) {
  if (N >= 64) s[t] += s[t + 32];
  __syncwarp();
  for (int d = 16; d > 0; d /= 2) {
    int x = s[t + d];
    __syncwarp();
    s[t] += x;
    __syncwarp();
  }
}
__global__ void k(int* out, const int* in) {
  __shared__ int s[96];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  s[t] = in[i] + in[i + 64];
  if (t < 32) s[t + 64] = 0;
  __syncthreads();
  if (t < 32) finish<64>(s, t);
  if (t == 0) out[blockIdx.x] = s[0];
}
