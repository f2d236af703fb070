// The slices change places in each round. One barrier a round is enough: a slice is written again
// only after the next barrier but one, and until then only its owner reads a point of it.
__constant__ float weight[7];

extern "C" __global__ void stencil(float* out, const float* in, int width, int height, int depth,
                                   int slices) {
  extern __shared__ float tile[];  // three slices of side rows of side points
  const int side = blockDim.x;
  const int x = blockIdx.x * (side - 2) + threadIdx.x;
  const int y = blockIdx.y * (side - 2) + threadIdx.y;
  const int first = blockIdx.z * slices;  // the block makes the slices behind this one
  const int slice = height * width;
  const int t = threadIdx.y * side + threadIdx.x;
  float* before = tile;
  float* here = before + side * side;
  float* after = here + side * side;

  const bool there = x < width && y < height;
  const bool inside = x < width - 1 && y < height - 1;
  const bool rim =
      threadIdx.x == 0 || threadIdx.x == side - 1 || threadIdx.y == 0 || threadIdx.y == side - 1;
  int at = (first * height + y) * width + x;
  if (there) {
    before[t] = in[at];
    here[t] = in[at + slice];
  }
#pragma unroll 1
  for (int z = first + 1; z <= first + slices && z < depth - 1; ++z) {
    at += slice;
    if (there) after[t] = in[at + slice];
    __syncthreads();
    if (!rim && inside) {
      float sum = weight[0] * here[t];
      sum += weight[1] * here[t - 1];
      sum += weight[2] * here[t + 1];
      sum += weight[3] * here[t - side];
      sum += weight[4] * here[t + side];
      sum += weight[5] * before[t];
      sum += weight[6] * after[t];
      out[at] = sum;
    }
    float* const oldest = before;
    before = here;
    here = after;
    after = oldest;
  }
}
