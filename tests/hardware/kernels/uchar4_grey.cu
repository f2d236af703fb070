// run: --kernel k --grid 5 --block 64 --arg out:u8[320]=zero --arg in:u8[1280]=random:57
__global__ void k(unsigned char* out, const uchar4* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  uchar4 p = in[i];
  out[i] = (unsigned char)(0.21f * p.x + 0.72f * p.y + 0.07f * p.z);
}
