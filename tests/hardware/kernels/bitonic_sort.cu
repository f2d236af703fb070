// run: --kernel sort --grid 2 --block 256 --arg v:u32[1024]=random:25
__global__ void sort(unsigned* v) {
  __shared__ unsigned s[512];
  unsigned* base = v + blockIdx.x * 512;
  int t = threadIdx.x;
  s[t] = base[t];
  s[t + 256] = base[t + 256];
  for (int k = 2; k <= 512; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      __syncthreads();
      int i = 2 * t - (t & (j - 1));
      unsigned a = s[i], b = s[i + j];
      bool up = (i & k) == 0;
      if ((a > b) == up) {
        s[i] = b;
        s[i + j] = a;
      }
    }
  __syncthreads();
  base[t] = s[t];
  base[t + 256] = s[t + 256];
}
