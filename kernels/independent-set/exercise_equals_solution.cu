// Of two neighbours with the same priority the one with the lower number goes first.
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
      const bool equal = priority[other] == priority[vertex];
      if (before[other] == 0 &&
          (priority[other] < priority[vertex] || (equal && other < vertex)))
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
