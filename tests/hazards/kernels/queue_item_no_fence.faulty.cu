// Faulty: blocks push items and then raise the count, with no fence between.
extern "C" __global__ void k(int* out, const int* in, int* items, int* tail) {
  int t = threadIdx.x, half = blockIdx.x % 2 * 32;
  if (blockIdx.x < 2) {
    items[half + t] = in[half + t] + 1;  // <1>
    atomicAdd(tail, 1);
  } else {
    while (atomicAdd(tail, 0) < 64) {}
    out[half + t] = items[half + t];  // <2>
  }
}
