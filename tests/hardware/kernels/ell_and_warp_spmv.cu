// run: --kernel spmv --grid 4 --block 64 --arg y:f32[64]=zero --arg start:u32[65]=iota --arg column:u32[900]=random:243%80 --arg value:f32[900]=random:244 --arg x:f32[80]=random:245
__global__ void spmv(float* y, const unsigned* start, const unsigned* __restrict__ column, const float* __restrict__ value, const float* __restrict__ x) {
  int group = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
  for (int row = group; row < 64; row += gridDim.x * blockDim.x / 8) {
    unsigned from = start[row] * (row % 3 + 10), to = from + start[row] % 24;
    float sum = 0;
    for (unsigned j = from + lane; j < to; j += 8) sum += value[j] * x[column[j]];
    for (int d = 4; d; d /= 2) sum += __shfl_down_sync(~0u, sum, d, 8);
    if (lane == 0) y[row] = sum;
  }
}
