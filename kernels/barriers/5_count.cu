// A barrier that counts: all threads of the block meet, and every one of them learns how many came
// with a yes.
extern "C" __global__ void count(int* out, const int* in, int limit, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int large = __syncthreads_count(i < n && in[i] >= limit);
  if (threadIdx.x == 0)
    out[blockIdx.x] = large;
}
