// Shared memory has no type by itself.
extern "C" __global__ void turn_round(float* out, const float* in) {
  __shared__ float piece[1024];
  const unsigned t = threadIdx.x;
  const unsigned first = blockIdx.x * blockDim.x;
  piece[t] = in[first + t];
  __syncthreads();
  out[first + t] = piece[blockDim.x - 1 - t];
}
