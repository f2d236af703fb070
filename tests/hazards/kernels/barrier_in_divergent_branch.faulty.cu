// Faulty: some lanes of a warp wait at a barrier inside a branch that the others do not take.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  if (in[t] < 48) __syncthreads();  // <1>
  out[t] = s[63 - t];
}
