// run: --kernel k --grid 3 --block 128 --arg out:u32[384]=zero --arg steps:u32[384]=zero --arg a:u32[384]=random:127%100000 --arg b:u32[384]=random:128%90000
__device__ unsigned gcd(unsigned a, unsigned b, unsigned& n) {
  while (b != 0) {
    unsigned r = a % b;
    a = b;
    b = r;
    ++n;
  }
  return a;
}
__global__ void k(unsigned* out, unsigned* steps, const unsigned* a, const unsigned* b) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = 0;
  out[i] = gcd(a[i], b[i], n);
  steps[i] = n;
}
