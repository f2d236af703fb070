// Faulty: a warp's 16-bit store overlaps the word that another warp stores.
extern "C" __global__ void k(unsigned short* out) {
  __shared__ unsigned short s[66];
  int t = threadIdx.x, lane = t % 32;
  if (t < 32) *reinterpret_cast<unsigned*>(&s[2 * lane]) = 0x10001u * t;  // <1>
  if (t >= 32) s[2 * lane + 1] = 7;  // <2>
  __syncthreads();
  out[t] = s[t];
}
