// Faulty: the right edge of a stencil's tile is never filled.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[66];
  int t = threadIdx.x;
  s[t + 1] = in[t + 1];
  if (t == 0) s[0] = in[0];
  __syncthreads();
  out[t] = s[t] + s[t + 1] + s[t + 2];  // <1>
}
