// One thread a vertex, all at once: neighbours choose at the same time and don't see each other's
// choice. What one reads another writes: a race.
extern "C" __global__ void paint(unsigned* colour, const unsigned* __restrict__ start,
                                 const unsigned* __restrict__ neighbour, unsigned vertices) {
  const unsigned vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= vertices)
    return;
  unsigned taken = 1;  // bit c: colour c is a neighbour's
#pragma unroll 1
  for (unsigned e = start[vertex]; e < start[vertex + 1]; ++e)
    taken |= 1u << colour[neighbour[e]];
  colour[vertex] = __ffs(~taken) - 1;
}
