// Each thread tells the index of the element before its own.
extern "C" __global__ void before(unsigned* out) {
  const unsigned i = threadIdx.x;
  out[i] = i - 1;
}
