// One thread a vertex, all at once: neighbours come in at the same time. What one reads another
// writes: a race.
extern "C" __global__ void choose(unsigned* state, unsigned* set, unsigned* size,
                                  const unsigned* __restrict__ start,
                                  const unsigned* __restrict__ neighbour, unsigned vertices) {
  const unsigned vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= vertices)
    return;
  bool free = true;
#pragma unroll 1
  for (unsigned e = start[vertex]; e < start[vertex + 1]; ++e)
    free = free && state[neighbour[e]] != 1;
  state[vertex] = free ? 1 : 2;
  if (free)
    set[atomicAdd(size, 1u)] = vertex;
}
