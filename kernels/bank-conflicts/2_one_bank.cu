// All lanes read from bank 0, but only so many different words of it.
extern "C" __global__ void fetch(float* out, const float* in, unsigned words) {
  __shared__ float s[32 * 32];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; i < 32 * 32; i += blockDim.x)
    s[i] = in[i];
  __syncthreads();
  out[t] = s[t % words * 32];
}
