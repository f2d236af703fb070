// In both directions a step is as long as the whole grid: its blocks, times the threads of a block.
extern "C" __global__ void copy_volume(unsigned* out, const unsigned* in, unsigned width,
                                       unsigned height, unsigned depth) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
#pragma unroll 1
  for (unsigned z = blockIdx.z * blockDim.z + threadIdx.z; z < depth; z += gridDim.z * blockDim.z) {
#pragma unroll 1
    for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y; y < height;
         y += gridDim.y * blockDim.y) {
      const unsigned at = (z * height + y) * width + x;
      out[at] = in[at];
    }
  }
}
