// A copy of a volume by a grid that is smaller than the volume. Down the rows and through the
// slices each thread has to go on until it has done its part, and nobody else's.
extern "C" __global__ void copy_volume(unsigned* out, const unsigned* in, unsigned width,
                                       unsigned height, unsigned depth) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
#pragma unroll 1
  for (unsigned z = blockIdx.z * blockDim.z + threadIdx.z; z < depth; z += blockDim.z) {
    const unsigned at = (z * height + y) * width + x;
    out[at] = in[at];
  }
}
