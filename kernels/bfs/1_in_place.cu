// One thread a vertex, one launch a level: a vertex that is not reached yet looks whether one that
// leads to it was reached in the level before. It reads what others write in the same launch: a race.
extern "C" __global__ void expand(int* distance, const unsigned* __restrict__ start,
                                  const unsigned* __restrict__ source, unsigned vertices, int level) {
  const unsigned vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= vertices)
    return;
  if (distance[vertex] >= 0)
    return;
#pragma unroll 1
  for (unsigned e = start[vertex]; e < start[vertex + 1]; ++e) {
    if (distance[source[e]] == level) {
      distance[vertex] = level + 1;
      break;
    }
  }
}
