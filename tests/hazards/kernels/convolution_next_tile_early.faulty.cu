// Faulty: the next tile of a convolution is loaded while slower warps still read the last one.
extern "C" __global__ void k(float* out, const float* in) {
  __shared__ float s[68];
  int t = threadIdx.x;
  for (int tile = 0; tile < 4; ++tile) {
    for (int i = t; i < 68; i += 64) s[i] = in[64 * tile + i];  // <1>
    __syncthreads();
    float sum = 0;
    for (int j = 0; j < 5; ++j) sum += s[t + j];  // <2>
    out[64 * tile + t] = sum;
  }
}
