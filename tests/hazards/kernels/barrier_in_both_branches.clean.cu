// Clean: they wait at one barrier behind the branch.
extern "C" __global__ void k(int* out, const int* in) {
  int t = threadIdx.x;
  if (in[t] < 16) {
    out[t] = 1;
    out[t] = 2;
  } else {
    out[t] = 3;
    out[t] = in[t];
  }
  __syncthreads();
}
