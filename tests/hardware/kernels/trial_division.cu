// run: --kernel k --grid 4 --block 64 --arg smallest:u32[256]=zero
__global__ void k(unsigned* smallest) {
  unsigned n = 10001 + 2 * (blockIdx.x * blockDim.x + threadIdx.x), d = 3;
  while (d * d <= n && n % d != 0) d += 2;
  smallest[(n - 10001) / 2] = d * d > n ? n : d;
}
