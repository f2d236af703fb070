// Each block queues in shared memory first, then reserves a piece of the frontier for all it has
// found. What finds no room there goes to the frontier directly.
constexpr unsigned kRoom = 64;

extern "C" __global__ void expand(unsigned* current, const unsigned* previous, unsigned* sizes,
                                  const unsigned* __restrict__ start,
                                  const unsigned* __restrict__ destination, int* distance,
                                  unsigned* visited, unsigned level) {
  __shared__ unsigned queue[kRoom];
  __shared__ unsigned found, base;
  if (threadIdx.x == 0)
    found = 0;
  __syncthreads();

  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < sizes[level]) {
    const unsigned vertex = previous[t];
#pragma unroll 1
    for (unsigned e = start[vertex]; e < start[vertex + 1]; ++e) {
      const unsigned to = destination[e];
      if (atomicExch(&visited[to], 1u) == 0) {
        distance[to] = level + 1;
        const unsigned place = atomicAdd(&found, 1u);
        if (place < kRoom)
          queue[place] = to;
        else
          current[atomicAdd(&sizes[level + 1], 1u)] = to;
      }
    }
  }
  __syncthreads();

  const unsigned kept = min(found, kRoom);
  if (threadIdx.x == 0)
    base = atomicAdd(&sizes[level + 1], kept);
  __syncthreads();
  for (unsigned i = threadIdx.x; i < kept; i += blockDim.x)
    current[base + i] = queue[i];
}
