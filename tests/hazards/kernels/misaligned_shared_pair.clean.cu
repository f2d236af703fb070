// Clean: they are loaded from an even word.
extern "C" __global__ void k(int2* out, const int* in) {
  __shared__ __align__(8) int s[68];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 32] = in[t + 32];
  if (t < 4) s[t + 64] = in[t + 64];
  __syncthreads();
  out[t] = *reinterpret_cast<const int2*>(s + 2 * t + 2);
}
