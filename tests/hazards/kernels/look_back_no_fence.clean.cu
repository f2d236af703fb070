// Clean: a fence stands between the sum and its state, and behind the wait.
extern "C" __global__ void k(int* out, int* sums, volatile int* state, int* next) {
  if (threadIdx.x != 0) return;
  int tile = atomicAdd(next, 1), before = 0;
  if (tile > 0) {
    while (state[tile - 1] == 0) {}
    __threadfence();
    before = sums[tile - 1];
  }
  sums[tile] = before + tile + 1;
  __threadfence();
  state[tile] = 1;
  out[tile] = before + tile + 1;
}
