// Clean: 16-bit stores of two warps share words, but no half of one.
extern "C" __global__ void k(unsigned short* out) {
  __shared__ unsigned short s[66];
  int t = threadIdx.x, lane = t % 32;
  if (t < 32) s[2 * lane] = t;
  if (t >= 32) s[2 * lane + 1] = 7;
  __syncthreads();
  out[t] = s[t];
}
