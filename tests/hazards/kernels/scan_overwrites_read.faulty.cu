// Faulty: a scan's round stores where slower warps still have to read.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    int x = t >= d ? s[t - d] : 0;  // <1>
    s[t] += x;  // <2>
    __syncthreads();
  }
  out[t] = s[t];
}
