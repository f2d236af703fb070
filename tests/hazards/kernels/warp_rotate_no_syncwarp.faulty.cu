// Faulty: lanes overwrite words that their neighbours read, without __syncwarp between.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp();
  int next = s[(t + 1) % 32];  // <1>
  s[t] = next;  // <2>
  __syncwarp();
  out[t] = s[t];
}
