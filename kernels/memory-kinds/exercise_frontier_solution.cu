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
