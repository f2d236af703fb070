// out[32 b + i] is bit i of number b: 0 or 1.
extern "C" __global__ void bits(int* out, const int* numbers) {
  const unsigned i = threadIdx.x;
  const int n = numbers[blockIdx.x];
  out[32 * blockIdx.x + i] = (n & (1 << i)) >> i;
}
