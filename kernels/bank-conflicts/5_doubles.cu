// Doubles: each lane wants two words, and `share` lanes in a row want the same two.
extern "C" __global__ void fetch(double* out, const double* in, unsigned words, unsigned share,
                                 unsigned stride) {
  extern __shared__ double s[];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; i < words; i += blockDim.x)
    s[i] = in[i];
  __syncthreads();
  out[t] = s[t / share * stride];
}
