// One thread a vertex, one launch a round: a vertex chooses when it goes before all neighbours that
// have no colour yet. No two neighbours choose in one round. The host reads `left` and stops at 0.

// Whether one vertex goes before another: by priority, and among equals by number.
__device__ bool goes_before(unsigned priority, unsigned vertex, unsigned other_priority,
                            unsigned other) {
  return priority > other_priority || (priority == other_priority && vertex > other);
}

extern "C" __global__ void paint(unsigned* after, const unsigned* before, unsigned* left,
                                 const unsigned* __restrict__ start,
                                 const unsigned* __restrict__ neighbour,
                                 const unsigned* __restrict__ priority, unsigned vertices,
                                 unsigned round) {
  const unsigned vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= vertices)
    return;
  unsigned colour = before[vertex];
  if (colour == 0) {
    unsigned taken = 1;  // bit c: colour c is a neighbour's
    bool mine = true;
#pragma unroll 1
    for (unsigned e = start[vertex]; e < start[vertex + 1]; ++e) {
      const unsigned other = neighbour[e];
      taken |= 1u << before[other];
      if (before[other] == 0 && goes_before(priority[other], other, priority[vertex], vertex))
        mine = false;
    }
    if (mine)
      colour = __ffs(~taken) - 1;
    else
      atomicAdd(&left[round], 1u);
  }
  after[vertex] = colour;
}
