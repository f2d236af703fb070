// Clean: __syncwarp stands before each round.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp();
  if (t < 16) s[t] += s[t + 16];
  __syncwarp();
  int sum = 0;
  if (t == 0)
    for (int i = 0; i < 16; ++i) sum += s[i];
  if (t == 0) out[0] = sum;
}
