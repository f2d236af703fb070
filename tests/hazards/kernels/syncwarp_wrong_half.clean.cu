// Clean: the whole warp waits.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp();
  out[t] = s[(t + 16) % 32];
}
