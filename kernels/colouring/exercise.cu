// A vertex chooses when its priority is above that of all neighbours without a colour. Here many
// have the same priority.
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
      if (before[other] == 0 && priority[other] >= priority[vertex])
        mine = false;
    }
    if (mine)
      colour = __ffs(~taken) - 1;
    else
      atomicAdd(&left[round], 1u);
  }
  after[vertex] = colour;
}
