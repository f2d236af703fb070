// Clean: only the thread of cell 5 adds it, though all may load it ahead.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[64];
  int t = threadIdx.x, more = 0;
  s[t] = in[t];
  __syncthreads();
  s[t] *= 3;
  if (t == 5) more = s[5];
  out[t] = more + t;
}
