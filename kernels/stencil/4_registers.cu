// Nobody but the thread itself reads its points of the slices before and after: they move to its
// registers. One slice stays in shared memory, that in which the neighbours stand.
__constant__ float weight[7];

extern "C" __global__ void stencil(float* out, const float* in, int width, int height, int depth,
                                   int slices) {
  extern __shared__ float tile[];  // side rows of side points
  const int side = blockDim.x;
  const int x = blockIdx.x * (side - 2) + threadIdx.x;
  const int y = blockIdx.y * (side - 2) + threadIdx.y;
  const int first = blockIdx.z * slices;  // the block makes the slices behind this one
  const int slice = height * width;
  const int t = threadIdx.y * side + threadIdx.x;
  float before = 0.0f, here = 0.0f, after = 0.0f;

  const bool there = x < width && y < height;
  const bool inside = x < width - 1 && y < height - 1;
  const bool rim =
      threadIdx.x == 0 || threadIdx.x == side - 1 || threadIdx.y == 0 || threadIdx.y == side - 1;
  int at = (first * height + y) * width + x;
  if (there) {
    before = in[at];
    here = in[at + slice];
  }
#pragma unroll 1
  for (int z = first + 1; z <= first + slices && z < depth - 1; ++z) {
    at += slice;
    if (there) after = in[at + slice];
    tile[t] = here;
    __syncthreads();
    if (!rim && inside) {
      float sum = weight[0] * here;
      sum += weight[1] * tile[t - 1];
      sum += weight[2] * tile[t + 1];
      sum += weight[3] * tile[t - side];
      sum += weight[4] * tile[t + side];
      sum += weight[5] * before;
      sum += weight[6] * after;
      out[at] = sum;
    }
    __syncthreads();
    before = here;
    here = after;
  }
}
