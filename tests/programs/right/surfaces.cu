#include <vector>

#include "../check.h"

__global__ void write(cudaSurfaceObject_t surface, int width) {
  const int x = threadIdx.x, y = blockIdx.x;
  surf2Dwrite(static_cast<float>(y * width + x), surface, x * static_cast<int>(sizeof(float)), y);
}
__global__ void twice(cudaSurfaceObject_t from, cudaSurfaceObject_t to) {
  const int x = threadIdx.x, y = blockIdx.x;
  float value;
  surf2Dread(&value, from, x * static_cast<int>(sizeof(float)), y);
  surf2Dwrite(2 * value, to, x * static_cast<int>(sizeof(float)), y);
}

cudaSurfaceObject_t object(cudaArray_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface;
  CHECK(cudaCreateSurfaceObject(&surface, &resource));
  return surface;
}

// Surfaces are written and read; arrays are copied to arrays, and in part.
int main() {
  constexpr int kWidth = 16, kHeight = 5;
  constexpr size_t kRow = kWidth * sizeof(float);
  const auto format = cudaCreateChannelDesc<float>();
  cudaArray_t first, second, third;
  CHECK(cudaMallocArray(&first, &format, kWidth, kHeight, cudaArraySurfaceLoadStore));
  CHECK(cudaMallocArray(&second, &format, kWidth, kHeight, cudaArraySurfaceLoadStore));
  CHECK(cudaMallocArray(&third, &format, kWidth, kHeight));
  const auto from = object(first), to = object(second);
  write<<<kHeight, kWidth>>>(from, kWidth);
  twice<<<kHeight, kWidth>>>(from, to);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy2DArrayToArray(third, 0, 0, second, 0, 0, kRow, kHeight));
  std::vector<float> out(kWidth * kHeight);
  CHECK(
      cudaMemcpy2DFromArray(out.data(), kRow, third, 0, 0, kRow, kHeight, cudaMemcpyDeviceToHost));
  for (int i = 0; i < kWidth * kHeight; ++i) EXPECT(out[i] == 2.0f * i);
  // Two columns of two rows, from column 3 of row 1 on.
  float part[4];
  CHECK(cudaMemcpy2DFromArray(part, 2 * sizeof(float), third, 3 * sizeof(float), 1,
                              2 * sizeof(float), 2, cudaMemcpyDeviceToHost));
  EXPECT(part[0] == 2.0f * 19 && part[1] == 2.0f * 20);
  EXPECT(part[2] == 2.0f * 35 && part[3] == 2.0f * 36);
  // Beyond the last row there is nothing.
  EXPECT(cudaMemcpy2DFromArray(out.data(), kRow, third, 0, 1, kRow, kHeight,
                               cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  cudaGetLastError();
  CHECK(cudaDestroySurfaceObject(from));
  CHECK(cudaDestroySurfaceObject(to));
  CHECK(cudaFreeArray(first));
  CHECK(cudaFreeArray(second));
  CHECK(cudaFreeArray(third));
  return pass();
}
