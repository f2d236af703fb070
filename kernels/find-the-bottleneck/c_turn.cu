// A tile is transposed again and again.
extern "C" __global__ void turn(float* out, const float* in, unsigned times) {
  __shared__ float tile[32][32];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned i = (blockIdx.x * 32 + y) * 32 + x;
  float v = in[i];
  for (unsigned k = 0; k < times; ++k) {
    tile[y][x] = v;
    __syncthreads();
    v = tile[x][y];
    __syncthreads();
  }
  out[i] = v;
}
