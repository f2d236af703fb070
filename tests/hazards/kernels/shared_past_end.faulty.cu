// Faulty: the last thread reads behind the end of shared memory.
extern "C" __global__ void k(int* out, const int* in) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t + 1];  // <1>
}
