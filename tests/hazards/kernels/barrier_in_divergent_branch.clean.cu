// Clean: all threads wait behind the branch.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[63 - t];
}
