// Every thread says who it is, and writes it down. Launched as hello<<<blocks, block>>>(...).
#include <cstdio>

extern "C" __global__ void hello(unsigned* block_of, unsigned* thread_of) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  printf("Hello from thread %u of block %u\n", threadIdx.x, blockIdx.x);
  block_of[i] = blockIdx.x;
  thread_of[i] = threadIdx.x;
}
