// Each thread adds up its own eight elements, the sums of the threads are scanned in few steps, and
// each thread goes through its eight once more, beginning with what stands before them.
extern "C" __global__ void scan(int* out, const int* in, unsigned n) {
  extern __shared__ int s[];
  const unsigned t = threadIdx.x, first = 8 * t;
  int own = 0;
#pragma unroll 1
  for (unsigned i = first; i < min(first + 8, n); ++i) own += in[i];
  s[t] = own;
  for (unsigned k = 1; k < blockDim.x; k *= 2) {
    int left = 0;
    __syncthreads();
    if (t >= k)
      left = s[t - k];
    __syncthreads();
    s[t] += left;
  }
  int sum = s[t] - own;
#pragma unroll 1
  for (unsigned i = first; i < min(first + 8, n); ++i) {
    out[i] = sum;
    sum += in[i];
  }
}
