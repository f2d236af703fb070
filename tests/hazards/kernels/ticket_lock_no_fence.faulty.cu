// Faulty: a ticket lock does not order what it guards: it has no fences.
extern "C" __global__ void k(int* sum, const int* in, unsigned* next, volatile unsigned* serving) {
  unsigned mine = atomicAdd(next, 1);
  while (*serving != mine) {}
  *sum += in[blockIdx.x];  // <1> <2>
  *serving = mine + 1;
}
