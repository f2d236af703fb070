// Clean: a barrier lies between.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int bins[4][32];
  int t = threadIdx.x, warp = t / 32;
  bins[warp][t % 32] = 0;
  __syncwarp();
  atomicAdd(&bins[warp][in[t] % 32], 1);
  __syncthreads();
  if (t < 32) out[t] = bins[0][t] + bins[1][t] + bins[2][t] + bins[3][t];
}
