#include <vector>

#include "../check.h"

constexpr int kTile = 8;

__device__ const float* row_of(const float* matrix, size_t pitch, int row) {
  return reinterpret_cast<const float*>(reinterpret_cast<const char*>(matrix) + row * pitch);
}

__global__ void product(const float* a, size_t pitch_a, const float* b, size_t pitch_b, float* c,
                        size_t pitch_c, int n) {
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * kTile + x, row = blockIdx.y * kTile + y;
  float sum = 0;
  for (int k = 0; k < n; k += kTile) {
    tile_a[y][x] = row < n && k + x < n ? row_of(a, pitch_a, row)[k + x] : 0;
    tile_b[y][x] = k + y < n && column < n ? row_of(b, pitch_b, k + y)[column] : 0;
    __syncthreads();
    for (int i = 0; i < kTile; ++i) sum += tile_a[y][i] * tile_b[i][x];
    __syncthreads();
  }
  if (row < n && column < n)
    reinterpret_cast<float*>(reinterpret_cast<char*>(c) + row * pitch_c)[column] = sum;
}

int main() {
  constexpr int n = 37;
  constexpr size_t width = n * sizeof(float);
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) a[i] = i % 7, b[i] = i % 5 - 2;
  float *d_a, *d_b, *d_c;
  size_t pitch_a, pitch_b, pitch_c;
  CHECK(cudaMallocPitch(&d_a, &pitch_a, width, n));
  CHECK(cudaMallocPitch(&d_b, &pitch_b, width, n));
  CHECK(cudaMallocPitch(&d_c, &pitch_c, width, n));
  EXPECT(pitch_a >= width);
  CHECK(cudaMemcpy2D(d_a, pitch_a, a.data(), width, width, n, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy2D(d_b, pitch_b, b.data(), width, width, n, cudaMemcpyHostToDevice));
  CHECK(cudaMemset2D(d_c, pitch_c, 0, width, n));
  const dim3 block(kTile, kTile), grid((n + kTile - 1) / kTile, (n + kTile - 1) / kTile);
  product<<<grid, block>>>(d_a, pitch_a, d_b, pitch_b, d_c, pitch_c, n);
  CHECK(cudaMemcpy2D(c.data(), width, d_c, pitch_c, width, n, cudaMemcpyDeviceToHost));
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      float sum = 0;
      for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
      EXPECT(c[row * n + column] == sum);
    }
  }
  for (float* each : {d_a, d_b, d_c}) CHECK(cudaFree(each));
  return pass();
}
