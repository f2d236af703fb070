// The block is a cube of threads. Each brings one point to a tile in shared memory, and those that
// do not stand on the tile's rim make one.
__constant__ float weight[7];

extern "C" __global__ void stencil(float* out, const float* in, int width, int height, int depth) {
  extern __shared__ float tile[];  // side slices of side rows of side points
  const int side = blockDim.x;
  const int x = blockIdx.x * (side - 2) + threadIdx.x;
  const int y = blockIdx.y * (side - 2) + threadIdx.y;
  const int z = blockIdx.z * (side - 2) + threadIdx.z;
  const int at = (z * height + y) * width + x;
  const int t = (threadIdx.z * side + threadIdx.y) * side + threadIdx.x;
  if (x < width && y < height && z < depth) tile[t] = in[at];
  __syncthreads();

  const bool inside = x < width - 1 && y < height - 1 && z < depth - 1;
  const bool rim = threadIdx.x == 0 || threadIdx.x == side - 1 || threadIdx.y == 0 ||
                   threadIdx.y == side - 1 || threadIdx.z == 0 || threadIdx.z == side - 1;
  if (rim || !inside) return;
  const int slice = side * side;
  float sum = weight[0] * tile[t];
  sum += weight[1] * tile[t - 1];
  sum += weight[2] * tile[t + 1];
  sum += weight[3] * tile[t - side];
  sum += weight[4] * tile[t + side];
  sum += weight[5] * tile[t - slice];
  sum += weight[6] * tile[t + slice];
  out[at] = sum;
}
