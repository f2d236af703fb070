// Remainders by 8 in three ways. A divisor that is known and a power of two needs no division, but
// the remainder of a negative number is negative in C.
extern "C" __global__ void divide(int* out, unsigned* masked, const int* in, int n, int divisor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int value = in[i];
  const unsigned place = static_cast<unsigned>(value);
  const int known = value % 8;
  const unsigned positive = place % 8u;
  const int unknown = value % divisor;
  out[i] = known;
  out[n + i] = unknown;
  masked[i] = positive;
}
