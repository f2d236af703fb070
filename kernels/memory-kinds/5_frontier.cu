// A breadth-first search that GPU and host work on in turns, level by level. Both follow the edges
// of the frontier in the same arrays.

// A thread for each vertex of the frontier: several may come to one vertex at the same moment.
extern "C" __global__ void expand(unsigned* current, const unsigned* previous, unsigned* sizes,
                                  const unsigned* start, const unsigned* destination, int* distance,
                                  unsigned* visited, unsigned level) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= sizes[level])
    return;
  const unsigned vertex = previous[t];
#pragma unroll 1
  for (unsigned e = start[vertex]; e < start[vertex + 1]; ++e) {
    const unsigned to = destination[e];
    if (atomicExch(&visited[to], 1u) == 0) {
      distance[to] = level + 1;
      current[atomicAdd(&sizes[level + 1], 1u)] = to;
    }
  }
}

// The host's loop, as a kernel of a single thread: nobody else is there, and nothing is atomic.
extern "C" __global__ void expand_as_host(unsigned* current, const unsigned* previous,
                                          unsigned* sizes, const unsigned* start,
                                          const unsigned* destination, int* distance,
                                          unsigned* visited, unsigned level) {
  for (unsigned t = 0; t < sizes[level]; ++t) {
    const unsigned vertex = previous[t];
#pragma unroll 1
    for (unsigned e = start[vertex]; e < start[vertex + 1]; ++e) {
      const unsigned to = destination[e];
      if (visited[to] == 0) {
        visited[to] = 1;
        distance[to] = level + 1;
        current[sizes[level + 1]++] = to;
      }
    }
  }
}
