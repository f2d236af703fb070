// run: --kernel k --grid 16 --block 128 --arg out:f32[2048]=zero --arg in:f32[32768]=random:1 --arg stride:i32=7
__global__ void k(float* out, const float* in, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * stride] * 2.0f;
}
