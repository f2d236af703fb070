// Each vertex is taken by one thread. But several take a place in the queue at the same moment.
extern "C" __global__ void expand(unsigned* current, const unsigned* previous, unsigned* sizes,
                                  const unsigned* __restrict__ start,
                                  const unsigned* __restrict__ destination, int* distance,
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
      const unsigned place = sizes[level + 1]++;
      current[place] = to;
    }
  }
}
