// Clean: __syncwarp stands there, too.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  int first = __ffs(__ballot_sync(~0u, in[t] > 6)) - 1;
  __syncwarp();
  out[t] = s[first];
}
