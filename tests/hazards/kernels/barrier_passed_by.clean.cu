// Clean: those lanes have returned before it: a barrier waits for threads that have not ended.
extern "C" __global__ void k(int* out, const int* in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (in[t] < n) s[t] = in[t];
  if (in[t] >= n) return;
  __syncthreads();
  if (in[t] < n) out[t] = s[n - 1 - t];
  else out[t] = -1;
}
