// Faulty: blocks add to one word by an atomic addition whose scope is the block.
extern "C" __global__ void k(int* total) {
  if (threadIdx.x == 0) atomicAdd_block(total, 1);  // <1> <2>
}
