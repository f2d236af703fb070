// Eight threads add, the next eight do so in the other order. For warps of eight or less nothing
// splits. The empty asm keeps the compiler from making one branch of both.
extern "C" __global__ void add(float* c, const float* a, const float* b, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (i / 8 % 2 == 0) {
    c[i] = a[i] + b[i];
  } else {
    asm volatile("" ::: "memory");
    c[i] = b[i] + a[i];
  }
}
