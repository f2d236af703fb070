// Faulty: threads of a block exchange values through global memory without a barrier.
extern "C" __global__ void k(int* out, int* work) {
  int t = threadIdx.x;
  work[t] = t;  // <1>
  out[t] = work[63 - t];  // <2>
}
