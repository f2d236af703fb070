// Clean: __syncwarp stands there, too.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  if (__any_sync(~0u, in[t] == 5)) {
    __syncwarp();
    out[t] = s[31 - t];
  }
}
