// A grid of 16 blocks of one thread, and each thread leaves a mark.
extern "C" __global__ void child(unsigned* visits) { atomicAdd(&visits[blockIdx.x], 1u); }

// Every thread of the parent launches one, and asks what became of it.
extern "C" __global__ void parent(unsigned* visits, unsigned* refused) {
  child<<<16, 1>>>(visits);
  if (cudaGetLastError() != cudaSuccess)
    atomicAdd(refused, 1u);
}
