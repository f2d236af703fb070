// Faulty: a shared variable is used for a second broadcast while slower warps still read the first.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int shared;
  int t = threadIdx.x;
  if (t == 0) shared = in[0];
  __syncthreads();
  int first = shared;  // <1>
  if (t == 0) shared = in[1];  // <2>
  __syncthreads();
  out[t] = first + shared;
}
