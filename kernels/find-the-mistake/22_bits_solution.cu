// A signed number takes its sign along when it is shifted. Shift first, then cut.
extern "C" __global__ void bits(int* out, const int* numbers) {
  const unsigned i = threadIdx.x;
  const int n = numbers[blockIdx.x];
  out[32 * blockIdx.x + i] = (n >> i) & 1;
}
