// run: --kernel hits --grid 1 --block 128 --arg n:u32[1]=zero --arg out:u32[128]=zero --arg in:u32[128]=random:291%100
// run: --kernel hits --grid 1 --block 96 --arg n:u32[1]=zero --arg out:u32[128]=zero --arg in:u32[128]=random:292%60
__global__ void hits(unsigned* n, unsigned* out, const unsigned* in) {
  __shared__ unsigned before[4];
  unsigned t = threadIdx.x, hit = in[t] < 40, mask = __ballot_sync(~0u, hit);
  if (t % 32 == 0) before[t / 32] = __popc(mask);
  __syncthreads();
  unsigned place = __popc(mask & ((1u << t % 32) - 1));
  for (unsigned w = 0; w < t / 32; ++w) place += before[w];
  if (hit) out[place] = t;
  if (t == blockDim.x - 1) *n = place + hit;
}
