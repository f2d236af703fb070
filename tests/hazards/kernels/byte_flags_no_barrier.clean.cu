// Clean: a barrier lies between.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ unsigned char odd[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t, count = 0;
  odd[t] = in[i] & 1;
  __syncthreads();
  for (int j = 0; j < 64; ++j) count += odd[(t + j) % 64];
  out[i] = count;
}
