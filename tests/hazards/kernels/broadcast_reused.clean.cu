// Clean: a barrier stands between the two broadcasts.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int shared;
  int t = threadIdx.x;
  if (t == 0) shared = in[0];
  __syncthreads();
  int first = shared;
  __syncthreads();
  if (t == 0) shared = in[1];
  __syncthreads();
  out[t] = first + shared;
}
