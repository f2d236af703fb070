// Faulty: a warp's 64-bit store overlaps the 32-bit words of another warp.
extern "C" __global__ void k(int* out) {
  __shared__ __align__(8) int s[96];
  int t = threadIdx.x, lane = t % 32;
  if (t < 32) *reinterpret_cast<long long*>(&s[2 * lane]) = t;  // <1>
  if (t >= 32) s[2 * lane + 1] = t;  // <2>
  __syncthreads();
  out[t] = s[t];
}
