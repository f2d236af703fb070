// Faulty: values of 64 bits are reversed in place in global memory without a barrier.
extern "C" __global__ void k(long long* data, int* one) {
  int t = threadIdx.x;
  long long other = data[63 - t];  // <1>
  data[t] = other;  // <2>
  if (t == 0) *one = 1;
}
