// Faulty: some lanes of a warp pass by the barrier at which the others wait, and go on.
extern "C" __global__ void k(int* out, const int* in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (in[t] < n) s[t] = in[t];
  if (in[t] < n) __syncthreads();  // <1>
  if (in[t] < n) out[t] = s[n - 1 - t];
  else out[t] = -1;
}
