// Faulty: rows of 32 words lie 31 words apart: the last word of one is the first of the next.
#define WIDTH 31
extern "C" __global__ void k(int* out, const int* in) {
  __shared__ int s[2 * 33];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * WIDTH + x] = in[y * 32 + x];  // <1> <2>
  __syncthreads();
  out[y * 32 + x] = s[y * WIDTH + x];
}
