// One thread a vertex, two launches a round. In the first one come in those that stand below all
// neighbours that are open, in the second one the neighbours of those that are in go out. The host
// reads `left` after each round and stops at 0.

// Whether one vertex goes before another: by priority, and among equals by number.
__device__ bool goes_before(unsigned priority, unsigned vertex, unsigned other_priority,
                            unsigned other) {
  return priority < other_priority || (priority == other_priority && vertex < other);
}

extern "C" __global__ void choose(unsigned* after, const unsigned* before, unsigned* set,
                                  unsigned* size, unsigned* left,
                                  const unsigned* __restrict__ start,
                                  const unsigned* __restrict__ neighbour,
                                  const unsigned* __restrict__ priority, unsigned vertices,
                                  unsigned launch) {
  const unsigned vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= vertices)
    return;
  unsigned state = before[vertex];
  if (state == 0) {
    bool lowest = true, beside = false;
#pragma unroll 1
    for (unsigned e = start[vertex]; e < start[vertex + 1]; ++e) {
      const unsigned other = neighbour[e];
      if (before[other] == 0 && goes_before(priority[other], other, priority[vertex], vertex))
        lowest = false;
      beside = beside || before[other] == 1;
    }
    if (launch % 2 == 0 && lowest) {
      state = 1;
      set[atomicAdd(size, 1u)] = vertex;
    } else if (launch % 2 == 1 && beside) {
      state = 2;
    } else if (launch % 2 == 1) {
      atomicAdd(&left[launch / 2], 1u);
    }
  }
  after[vertex] = state;
}
