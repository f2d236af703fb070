// Two threads add one to the same total, each by a load, an addition and a store. Nothing keeps the
// other one out between the load and the store.
extern "C" __global__ void add(unsigned* total, unsigned apart) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0 || i == apart) {
    const unsigned seen = *total;
    *total = seen + 1;
  }
}
