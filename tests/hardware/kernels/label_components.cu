// run: --kernel k --grid 1 --block 16,16 --arg label:u32[256]=iota --arg in:u8[256]=random:265%2
__global__ void k(unsigned* label, const unsigned char* in) {
  __shared__ unsigned l[256];
  int x = threadIdx.x, y = threadIdx.y, i = y * 16 + x;
  l[i] = i;
  bool again = true;
  while (__syncthreads_or(again)) {
    unsigned least = l[i];
    if (x > 0 && in[i - 1] == in[i]) least = min(least, l[i - 1]);
    if (x < 15 && in[i + 1] == in[i]) least = min(least, l[i + 1]);
    if (y > 0 && in[i - 16] == in[i]) least = min(least, l[i - 16]);
    if (y < 15 && in[i + 16] == in[i]) least = min(least, l[i + 16]);
    __syncthreads();
    again = least < l[i];
    l[i] = least;
  }
  label[i] = l[i];
}
