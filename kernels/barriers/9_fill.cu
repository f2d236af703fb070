// All threads of the block fill a table together, and nobody looks into it before it is full.
extern "C" __global__ void look_up(float* out, const float* in, unsigned n) {
  __shared__ float s[2592];
  for (unsigned k = threadIdx.x; k < n; k += blockDim.x)
    s[k] = in[k];
  __syncthreads();

  for (unsigned k = threadIdx.x; k < n; k += blockDim.x)
    out[k] = s[k ^ 31];
}
