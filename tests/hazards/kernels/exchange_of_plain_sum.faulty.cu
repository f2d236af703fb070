// Faulty: a ticket is taken by an atomic exchange with a sum that a plain load began.
extern "C" __global__ void k(int* next, int* order) {
  if (threadIdx.x != 0) return;
  int ticket = atomicExch(next, *next + 1);  // <1> <2>
  order[ticket] = blockIdx.x;
}
