// Clean: each round ends with a barrier.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[100];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int n = 100; n > 1; n = (n + 1) / 2) {
    int half = (n + 1) / 2;
    if (t + half < n) s[t] += s[t + half];
    __syncthreads();
  }
  if (t == 0) out[0] = s[0];
}
