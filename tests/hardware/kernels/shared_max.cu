// run: --kernel k --grid 4 --block 128 --arg out:i32[32]=zero --arg in:i32[512]=random:19%100000
__global__ void k(int* out, const int* in) {
  __shared__ int s[8];
  int t = threadIdx.x;
  if (t < 8) s[t] = 0;
  __syncthreads();
  int x = in[blockIdx.x * blockDim.x + t];
  atomicMax(&s[t % 8], x);
  int old = atomicAdd(&s[x % 8], 0);
  __syncthreads();
  if (t < 8) out[blockIdx.x * 8 + t] = s[t] + (old < 0 ? 1 : 0);
}
