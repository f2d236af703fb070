// A block takes its elements through shared memory whose size the launch says, in bytes.
extern "C" __global__ void pass(float* out, const float* in, unsigned n) {
  extern __shared__ float kept[];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
  if (i < n) kept[t] = in[i];
  __syncthreads();
  if (i < n) out[i] = kept[t];
}
