// A block has up to three sides: warps<<<1, dim3(x, y, z)>>>(...). Its threads are numbered along x
// first, then along y, then along z, and every 32 of them are a warp.
extern "C" __global__ void warps(unsigned* warp, unsigned* lane) {
  const unsigned number =
      threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x * blockDim.y;
  warp[number] = number / warpSize;
  lane[number] = number % warpSize;
}
