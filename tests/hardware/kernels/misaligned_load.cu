// run: --kernel k --grid 8 --block 256 --arg out:f32[2048]=zero --arg in:f32[2304]=random:2 --arg offset:i32=3
__global__ void k(float* out, const float* in, int offset) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + offset] + in[i];
}
