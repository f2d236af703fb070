// run: --kernel sort --grid 2 --block 64 --arg v:i16[256]=random:55
__global__ void sort(short* v) {
  __shared__ short s[128];
  short* base = v + blockIdx.x * 128;
  int t = threadIdx.x;
  s[t] = base[t];
  s[t + 64] = base[t + 64];
  __syncthreads();
  for (int round = 0; round < 128; ++round) {
    int left = 2 * t + (round & 1);
    if (left + 1 < 128 && s[left] > s[left + 1]) {
      short swap = s[left];
      s[left] = s[left + 1];
      s[left + 1] = swap;
    }
    __syncthreads();
  }
  base[t] = s[t];
  base[t + 64] = s[t + 64];
}
