// Words go to shared memory in a row; then thread t reads word t * stride.
extern "C" __global__ void fetch(float* out, const float* in, unsigned words, unsigned stride) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; i < words; i += blockDim.x)
    s[i] = in[i];
  __syncthreads();
  out[t] = s[t * stride];
}
