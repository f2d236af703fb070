// run: --kernel round4 --grid 2 --block 64 --arg out:i32[512]=zero --arg in:f32[128]=random:331
// run: --kernel round4 --grid 1 --block 128 --arg out:i32[512]=zero --arg in:f32[128]=random:332%900
__global__ void round4(int* out, const float* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i] * 37.3f - 9;
  out[i] = __float2int_rn(v), out[128 + i] = __float2int_rz(v), out[256 + i] = __float2int_ru(v), out[384 + i] = __float2int_rd(v);
}
