// run: --kernel pass --grid 2 --block 128 --arg keys:u32[256]=random:111 --arg out:u32[256]=zero --arg counts:u32[32]=zero --arg shift:i32=8
__global__ void pass(const unsigned* keys, unsigned* out, unsigned* counts, int shift) {
  __shared__ unsigned count[4][16], start[4][16];
  unsigned t = threadIdx.x, warp = t / 32, lane = t % 32;
  if (t < 64) count[t / 16][t % 16] = 0;
  __syncthreads();
  unsigned key = keys[blockIdx.x * 128 + t], digit = (key >> shift) & 15, same = ~0u;
  for (int b = 0; b < 4; ++b) {
    unsigned set = __ballot_sync(~0u, digit >> b & 1);
    same &= digit >> b & 1 ? set : ~set;
  }
  unsigned rank = __popc(same & ((1u << lane) - 1));
  if (rank == 0) count[warp][digit] = __popc(same);
  __syncthreads();
  if (t == 0) {
    unsigned sum = 0;
    for (int d = 0; d < 16; ++d)
      for (int w = 0; w < 4; ++w) {
        start[w][d] = sum;
        sum += count[w][d];
      }
  }
  __syncthreads();
  out[blockIdx.x * 128 + start[warp][digit] + rank] = key;
  if (t < 16) {
    unsigned sum = 0;
    for (int w = 0; w < 4; ++w) sum += count[w][t];
    counts[blockIdx.x * 16 + t] = sum;
  }
}
