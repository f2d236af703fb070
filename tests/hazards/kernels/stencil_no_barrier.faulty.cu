// Faulty: a stencil reads its neighbours' cells of the tile before they are stored.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[66];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t + 1] = in[i + 1];  // <1>
  if (t == 0) s[0] = in[i];
  if (t == 63) s[65] = in[i + 2];
  out[i] = s[t] + s[t + 1] + s[t + 2];  // <2>
}
