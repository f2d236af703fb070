// run: --kernel k --grid 4 --block 128 --arg out:i32[512]=zero --arg in:i32[512]=random:230%64
__global__ void k(int* out, const int* in) {
  __shared__ int s[128];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  s[t] = in[i];
  __syncthreads();
  if (t >= 100 || s[t] % 16 == 3) return;
  for (int step = 1; step < 4; ++step) {
    int x = s[(t + step) % 100];
    __syncthreads();
    if (x % 29 == step) {
      out[i] = -step;
      return;
    }
    s[t] += x;
    __syncthreads();
  }
  out[i] = s[t];
}
