// run: --kernel k --grid 3 --block 100 --arg out:i32[300]=zero --arg in:i32[300]=random:226%20
__global__ void k(int* out, const int* in) {
  __shared__ int sums[4];
  int t = threadIdx.x, lane = t & 31, warp = t >> 5, i = blockIdx.x * blockDim.x + t;
  unsigned mask = warp == 3 ? 0xf : ~0u;
  int x = in[i];
#pragma unroll
  for (int d = 1; d < 32; d <<= 1) {
    int y = __shfl_up_sync(mask, x, d);
    if (lane >= d) x += y;
  }
  if (lane == 31) sums[warp] = x;
  __syncthreads();
  for (int w = 0; w < warp; ++w) x += sums[w];
  out[i] = x;
}
