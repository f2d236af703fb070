// A thread a point, all seven points from global memory. The result is right, and the loads touch
// several times the sectors that they need.
__constant__ float weight[7];

extern "C" __global__ void stencil(float* out, const float* in, int width, int height, int depth) {
  const int z = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int x = blockIdx.z * blockDim.z + threadIdx.z;
  const bool inside =
      x >= 1 && x < width - 1 && y >= 1 && y < height - 1 && z >= 1 && z < depth - 1;
  if (!inside) return;

  const int at = (z * height + y) * width + x;
  const int slice = height * width;
  float sum = weight[0] * in[at];
  sum += weight[1] * in[at - 1];
  sum += weight[2] * in[at + 1];
  sum += weight[3] * in[at - width];
  sum += weight[4] * in[at + width];
  sum += weight[5] * in[at - slice];
  sum += weight[6] * in[at + slice];
  out[at] = sum;
}
