// Clean: __syncwarp stands between reading and storing.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp();
  int next = s[(t + 1) % 32];
  __syncwarp();
  s[t] = next;
  __syncwarp();
  out[t] = s[t];
}
