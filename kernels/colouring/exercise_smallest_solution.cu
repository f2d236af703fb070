// First all colours of the neighbours are gathered, then the first one is taken that is not there.
extern "C" __global__ void paint(unsigned* colour, const unsigned* __restrict__ start,
                                 const unsigned* __restrict__ neighbour,
                                 const unsigned* __restrict__ order, unsigned vertices) {
#pragma unroll 1
  for (unsigned k = 0; k < vertices; ++k) {
    const unsigned vertex = order[k];
    unsigned taken = 1;  // bit c: colour c is a neighbour's
#pragma unroll 1
    for (unsigned e = start[vertex]; e < start[vertex + 1]; ++e)
      taken |= 1u << colour[neighbour[e]];
    colour[vertex] = __ffs(~taken) - 1;
  }
}
