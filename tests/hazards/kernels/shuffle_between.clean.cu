// Clean: __syncwarp stands there, too.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  int other = __shfl_xor_sync(~0u, t, 1);
  __syncwarp();
  out[t] = s[other];
}
