// The same steps by one block on one copy in shared memory, as an exclusive scan: everything moves
// up by one element first. A barrier before each read, and one before each write.
extern "C" __global__ void scan(int* out, const int* in, unsigned n) {
  extern __shared__ int s[];
  const unsigned t = threadIdx.x;
  s[t] = t > 0 ? in[t - 1] : 0;
  for (unsigned k = 1; k < n; k *= 2) {
    int sum = 0;
    __syncthreads();
    if (t >= k)
      sum = s[t] + s[t - k];
    __syncthreads();
    if (t >= k)
      s[t] = sum;
  }
  out[t] = s[t];
}
