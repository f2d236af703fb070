// The same, where in each round one warp goes after the other.
extern "C" __global__ void scan(float* out, const float* in) {
  extern __shared__ float s[];
  const unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (unsigned d = 1; d < blockDim.x; d *= 2) {
#pragma unroll 1
    for (unsigned turn = 0; turn < blockDim.x / 32; ++turn) {
      if (t / 32 == turn) {
        const float left = t >= d ? s[t - d] : 0.0f;
        __syncwarp();
        if (t >= d)
          s[t] += left;
      }
      __syncthreads();
    }
  }
  out[t] = s[t];
}

// How many of the sums of ones are wrong.
extern "C" __global__ void compare(unsigned* wrong, const float* out) {
  if (out[threadIdx.x] != threadIdx.x + 1)
    atomicAdd(wrong, 1u);
}
