// run: --kernel prefix --grid 2 --block 256 --arg out:u32[512]=zero --arg in:u32[512]=random:51%9
// run: --kernel prefix --grid 3 --block 160 --arg out:u32[512]=zero --arg in:u32[512]=random:52%9
__global__ void prefix(unsigned* out, const unsigned* in) {
  __shared__ unsigned total[32];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned v = in[i];
  for (int d = 1; d < 32; d *= 2) {
    unsigned below = __shfl_up_sync(~0u, v, d);
    if (lane >= d) v += below;
  }
  if (lane == 31) total[warp] = v;
  __syncthreads();
  for (unsigned w = 0; w < warp; ++w) v += total[w];
  out[i] = v;
}
