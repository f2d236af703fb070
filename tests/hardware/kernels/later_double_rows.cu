// run: --kernel rows --grid 4 --block 64 --arg out:f64[16]=zero --arg in:f64[1024]=random:181
// run: --kernel rows --grid 2 --block 128 --arg out:f64[16]=zero --arg in:f64[1024]=random:182
__global__ void rows(double* out, const double* in) {
  int group = threadIdx.x / 16, lane = threadIdx.x % 16, row = blockIdx.x * (blockDim.x / 16) + group;
  double sum = 0;
  for (int k = lane; k < 64; k += 16) sum += in[row * 64 + k];
  for (int d = 8; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d, 16);
  if (lane == 0) out[row] = sum;
}
