// Faulty: a branch is decided by a shared flag that only a rare case sets.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int found;
  int t = threadIdx.x;
  if (in[t] > 1000) found = in[t];
  __syncthreads();
  if (found == 0) out[t] = 1;  // <1>
}
