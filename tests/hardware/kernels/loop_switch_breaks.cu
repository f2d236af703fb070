// run: --kernel k --grid 2 --block 128 --arg out:i32[256]=zero --arg in:u32[1024]=random:306
__global__ void k(int* out, const unsigned* in) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
#pragma unroll 1
  for (unsigned j = 0; j < 12; ++j) {
    unsigned x = in[(i * 9 + j) & 1023];
    bool stop = false;
    switch (x % 5) {
      case 0: continue;
      case 1: sum += in[(x >> 8) & 1023]; break;
      case 2: sum ^= in[(sum + j) & 1023] >> 3; break;
      case 3: stop = (x & 0x700) == 0; break;
      default: sum += 3;
    }
    if (stop) break;
    sum += in[(i + j) & 1023] & 15;
  }
  out[i] = sum;
}
