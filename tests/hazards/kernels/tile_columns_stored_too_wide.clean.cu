// Clean: they lie 33 words apart.
#define WIDTH 33
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[2 * 33];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * WIDTH + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[y * WIDTH + x];
}
