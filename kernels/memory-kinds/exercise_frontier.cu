// The loop with which the host has searched, now with a thread for each vertex of the frontier. What
// was right for one thread is not right for many.
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
    if (visited[to] == 0) {
      visited[to] = 1;
      distance[to] = level + 1;
      current[sizes[level + 1]++] = to;
    }
  }
}
