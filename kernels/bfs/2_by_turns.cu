// The same with two arrays: a launch reads the one and writes the other, and the next launch the
// other way round. Nothing is read that is written in the same launch.
extern "C" __global__ void expand(int* after, const int* before, const unsigned* __restrict__ start,
                                  const unsigned* __restrict__ source, unsigned vertices, int level) {
  const unsigned vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= vertices)
    return;
  int distance = before[vertex];
  if (distance < 0) {
#pragma unroll 1
    for (unsigned e = start[vertex]; e < start[vertex + 1]; ++e) {
      if (before[source[e]] == level) {
        distance = level + 1;
        break;
      }
    }
  }
  after[vertex] = distance;
}
