// One thread goes through the vertices in a given order. A vertex tries the first colour, and the next
// one when a neighbour has it.
extern "C" __global__ void paint(unsigned* colour, const unsigned* __restrict__ start,
                                 const unsigned* __restrict__ neighbour,
                                 const unsigned* __restrict__ order, unsigned vertices) {
#pragma unroll 1
  for (unsigned k = 0; k < vertices; ++k) {
    const unsigned vertex = order[k];
    unsigned mine = 1;
#pragma unroll 1
    for (unsigned e = start[vertex]; e < start[vertex + 1]; ++e)
      if (colour[neighbour[e]] == mine) ++mine;
    colour[vertex] = mine;
  }
}
