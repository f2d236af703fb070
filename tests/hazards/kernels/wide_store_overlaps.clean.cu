// Clean: the words lie behind the 64-bit ones.
extern "C" __global__ void k(int* out) {
  __shared__ __align__(8) int s[96];
  int t = threadIdx.x, lane = t % 32;
  if (t < 32) *reinterpret_cast<long long*>(&s[2 * lane]) = t;
  if (t >= 32) s[64 + lane] = t;
  __syncthreads();
  out[t] = s[t];
}
