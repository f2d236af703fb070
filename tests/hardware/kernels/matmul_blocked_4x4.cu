// run: --kernel gemm --grid 2,2 --block 8,8 --arg c:f32[4096]=zero --arg a:f32[4096]=random:107 --arg b:f32[4096]=random:108
#define T 32
__global__ void gemm(float* c, const float* a, const float* b) {
  __shared__ float as[T][8], bs[8][T];
  float acc[4][4] = {};
  int t = threadIdx.y * 8 + threadIdx.x;
  for (int k0 = 0; k0 < 64; k0 += 8) {
    for (int e = t; e < T * 8; e += 64) {
      as[e / 8][e % 8] = a[(blockIdx.y * T + e / 8) * 64 + k0 + e % 8];
      bs[e / T][e % T] = b[(k0 + e / T) * 64 + blockIdx.x * T + e % T];
    }
    __syncthreads();
    for (int k = 0; k < 8; ++k)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) acc[i][j] += as[threadIdx.y * 4 + i][k] * bs[k][threadIdx.x * 4 + j];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    reinterpret_cast<float4*>(c + (blockIdx.y * T + threadIdx.y * 4 + i) * 64 + blockIdx.x * T)[threadIdx.x] =
        make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}
