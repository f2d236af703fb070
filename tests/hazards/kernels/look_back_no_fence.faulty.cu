// Faulty: in a decoupled look-back a tile's sum is announced without a fence.
extern "C" __global__ void k(int* out, int* sums, volatile int* state, int* next) {
  if (threadIdx.x != 0) return;
  int tile = atomicAdd(next, 1), before = 0;
  if (tile > 0) {
    while (state[tile - 1] == 0) {}
    __threadfence();
    before = sums[tile - 1];  // <1>
  }
  sums[tile] = before + tile + 1;  // <2>
  state[tile] = 1;
  out[tile] = before + tile + 1;
}
