// Faulty: each half of the warp waits for itself only, though it reads what the other half stores.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];  // <1>
  if (t < 16) __syncwarp(0x0000ffffu); else __syncwarp(0xffff0000u);
  out[t] = s[(t + 16) % 32];  // <2>
}
