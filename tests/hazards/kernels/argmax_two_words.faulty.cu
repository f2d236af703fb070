// Faulty: value and place of a maximum are two words that threads compare and store plainly.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int best, where;
  int t = threadIdx.x;
  if (t == 0) best = -1, where = -1;
  __syncthreads();
  if (in[t] > best) {  // <2>
    best = in[t];  // <1>
    where = t;
  }
  __syncthreads();
  if (t == 0) out[0] = best, out[1] = where;
}
