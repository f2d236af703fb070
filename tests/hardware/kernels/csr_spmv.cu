// run: --kernel spmv --grid 4 --block 128 --arg y:f32[512]=zero --arg length:u32[512]=random:51%13 --arg value:f32[8192]=random:52 --arg x:f32[700]=random:53
__global__ void spmv(float* y, const unsigned* length, const float* value, const float* x) {
  unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (unsigned j = 0; j < length[row]; ++j) sum += value[row * 16 + j] * x[(row * 7 + j * 31) % 700];
  y[row] = sum;
}
