// Clean: the mask names all lanes.
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp(0xffffffffu);
  out[t] = s[31 - t];
}
