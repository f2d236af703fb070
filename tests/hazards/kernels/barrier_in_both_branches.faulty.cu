// Faulty: the two halves of a warp wait at two different barriers.
extern "C" __global__ void k(int* out, const int* in) {
  int t = threadIdx.x;
  if (in[t] < 16) {
    out[t] = 1;
    __syncthreads();  // <1>
    out[t] = 2;
  } else {
    out[t] = 3;
    __syncthreads();  // <2>
    out[t] = in[t];
  }
}
