#include "../check.h"

template <typename T, int kFactor>
__global__ void scale(T* data, T offset) {
  data[threadIdx.x] = data[threadIdx.x] * kFactor + offset;
}

struct Point {
  double x;
  char tag;
  short y[3];
};
__global__ void by_value(Point point, double* out) { *out = point.x + point.tag + point.y[2]; }

template <typename T, int kFactor>
void try_type() {
  T host[32], *data;
  for (int i = 0; i < 32; ++i) host[i] = T(i);
  CHECK(cudaMalloc(&data, sizeof host));
  CHECK(cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice));
  scale<T, kFactor><<<1, 32>>>(data, T(3));
  CHECK(cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; ++i) EXPECT(host[i] == T(T(i) * kFactor + 3));
  CHECK(cudaFree(data));
}

int main() {
  try_type<int, 2>();
  try_type<float, 5>();
  try_type<double, -1>();
  try_type<unsigned char, 3>();
  double *out, result;
  CHECK(cudaMalloc(&out, sizeof(double)));
  by_value<<<1, 1>>>(Point{1.5, 2, {0, 0, 40}}, out);
  CHECK(cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost));
  EXPECT(result == 43.5);
  CHECK(cudaFree(out));
  return pass();
}
