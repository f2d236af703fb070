// Neighbouring lanes go through the loop `least` to `least` + 4 times. Lanes that are done wait: the
// warp goes on until its last lane has finished.
extern "C" __global__ void diverge(float* out, const float* in, unsigned least) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned rounds = least + threadIdx.x % 5;
  float x = in[i];
#pragma unroll 1
  for (unsigned r = 0; r < rounds; ++r)
    x = x * 0.5f + in[r];
  out[i] = x;
}
