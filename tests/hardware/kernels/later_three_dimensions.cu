// run: --kernel cube --grid 2,2,2 --block 8,4,4 --arg out:i32[4096]=zero --arg in:i32[4096]=random:201%1000
// run: --kernel cube --grid 1,4,2 --block 16,2,4 --arg out:i32[4096]=zero --arg in:i32[4096]=random:202%1000
__global__ void cube(int* out, const int* in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
  int w = gridDim.x * blockDim.x, h = gridDim.y * blockDim.y, d = gridDim.z * blockDim.z, at = (z * h + y) * w + x;
  int sum = in[at];
  if (x > 0) sum -= in[at - 1];
  if (y + 1 < h) sum += in[at + w];
  if (z + 1 < d) sum ^= in[at + w * h];
  out[at] = sum;
}
