// run: --kernel k --grid 2 --block 64 --arg out:f32[512]=zero --arg in:f32[128]=random:260 --arg d:f64[128]=random:261
__global__ void k(float* out, const float* in, const double* d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = i & 31;
  float x = in[i];
  out[i] = __shfl_sync(~0u, x, lane / 2 + 3, 8);
  out[i + 128] = __shfl_up_sync(~0u, x, 3, 16) - __shfl_xor_sync(~0u, x, 5);
  out[i + 256] = (float)__shfl_down_sync(~0u, d[i], 2, 4);
  if (lane < 20) out[i + 384] = __shfl_sync(0xfffffu, (float)__shfl_xor_sync(0xfffffu, (long long)(x * 1000), 1), lane % 5);
}
