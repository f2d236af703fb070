// run: --kernel scatter --grid 2 --block 64 --arg out:u32[1200]=zero --arg gap:u32=9
// run: --kernel scatter --grid 4 --block 32 --arg out:u32[1200]=zero --arg gap:u32=5
__global__ void scatter(unsigned* out, unsigned gap) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i * gap + (i & 3)] = i;
}
