// Among neighbours of the same priority one must go first: the one with the higher number.
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
      const bool equal = priority[other] == priority[vertex];
      if (before[other] == 0 &&
          (priority[other] > priority[vertex] || (equal && other > vertex)))
        mine = false;
    }
    if (mine)
      colour = __ffs(~taken) - 1;
    else
      atomicAdd(&left[round], 1u);
  }
  after[vertex] = colour;
}
