// run: --kernel k --grid 7 --block 160 --arg out:u8[1120]=zero --arg in:u8[3360]=random:7 --arg hist:u32[4]=zero
__global__ void k(unsigned char* out, const unsigned char* in, unsigned* hist) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int r = in[3 * i], g = in[3 * i + 1], b = in[3 * i + 2];
  int grey = (77 * r + 150 * g + 29 * b) >> 8;
  out[i] = (unsigned char)grey;
  atomicAdd(&hist[grey >> 6], 1u);
}
