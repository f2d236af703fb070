// A round in two launches. Only open neighbours count here, and many vertices have the same priority.
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
      if (before[other] == 0 && priority[other] < priority[vertex])
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
