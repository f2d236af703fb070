// run: --kernel scan --grid 12 --block 64 --arg out:u32[768]=zero --arg in:u32[768]=random:110%9
__device__ volatile unsigned state[12];  // 0 nothing yet, else the prefix plus 1
__device__ unsigned next_tile;
__global__ void scan(unsigned* out, const unsigned* in) {
  __shared__ unsigned tile, before, part[2];
  unsigned t = threadIdx.x, lane = t & 31;
  if (t == 0) tile = atomicAdd(&next_tile, 1);
  __syncthreads();
  unsigned i = tile * 64 + t, x = in[i], sum = x;
  for (unsigned d = 1; d < 32; d *= 2) {
    unsigned other = __shfl_up_sync(~0u, sum, d);
    if (lane >= d) sum += other;
  }
  if (lane == 31) part[t / 32] = sum;
  __syncthreads();
  if (t == 0) {
    unsigned prefix = 0;
    if (tile > 0) {
      while (state[tile - 1] == 0) {
      }
      prefix = state[tile - 1] - 1;
    }
    before = prefix;
    __threadfence();
    state[tile] = prefix + part[0] + part[1] + 1;
  }
  __syncthreads();
  out[i] = before + sum + (t >= 32 ? part[0] : 0);
}
