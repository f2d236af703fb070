// Clean: the flag is set to zero first.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int found;
  int t = threadIdx.x;
  if (t == 0) found = 0;
  __syncthreads();
  if (in[t] > 1000) found = in[t];
  __syncthreads();
  if (found == 0) out[t] = 1;
}
