// A grid of 16 blocks of one thread, and each thread leaves a mark.
extern "C" __global__ void child(unsigned* visits) { atomicAdd(&visits[blockIdx.x], 1u); }

// One thread of each block of the parent launches one.
extern "C" __global__ void parent(unsigned* visits) {
  if (threadIdx.x == 0)
    child<<<16, 1>>>(visits);
}
