// One thread goes through the vertices in a given order. A vertex comes in unless a neighbour is in.
// State 0: still open, 1: in the set, 2: out.
extern "C" __global__ void choose(unsigned* state, unsigned* set, unsigned* size,
                                  const unsigned* __restrict__ start,
                                  const unsigned* __restrict__ neighbour,
                                  const unsigned* __restrict__ order, unsigned vertices) {
#pragma unroll 1
  for (unsigned k = 0; k < vertices; ++k) {
    const unsigned vertex = order[k];
    bool free = true;
#pragma unroll 1
    for (unsigned e = start[vertex]; e < start[vertex + 1]; ++e)
      free = free && state[neighbour[e]] != 1;
    state[vertex] = free ? 1 : 2;
    if (free)
      set[(*size)++] = vertex;
  }
}
