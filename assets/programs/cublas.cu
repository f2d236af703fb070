// A product of two random matrices by cuRAND and cuBLAS, step by step. These libraries are machine
// code for a GPU; the model does not run them.
//   nvcc cublas.cu -lcublas -lcurand && ./a.out [rows and columns]
#include <cublas_v2.h>
#include <curand.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

// The three libraries have errors of their own; 0 is success in all of them.
#define CHECK(call) \
  do { \
    const int error = static_cast<int>(call); \
    if (error != 0) { \
      std::fprintf(stderr, "line %d: error %d\n", __LINE__, error); \
      return 1; \
    } \
  } while (false)

// By columns: row r and column c of a matrix with n rows lie at r + c * n.
double element_of_product(const std::vector<float>& a, const std::vector<float>& b, int n, int row,
                          int column) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += double(a[row + i * n]) * b[i + column * n];
  return sum;
}

int main(int count, char** words) {
  const int n = count > 1 ? std::atoi(words[1]) : 256;
  const size_t elements = static_cast<size_t>(n) * n;
  float *a, *b, *c;
  for (float** each : {&a, &b, &c}) CHECK(cudaMalloc(each, elements * sizeof(float)));

  // cuRAND: a generator, its seed, room on the GPU, the numbers, which stay there, and the end.
  curandGenerator_t generator;
  CHECK(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT));
  CHECK(curandSetPseudoRandomGeneratorSeed(generator, 7));
  CHECK(curandGenerateUniform(generator, a, elements));
  CHECK(curandDestroyGenerator(generator));

  // cuBLAS: a handle, the inputs, the product, the result, and the end.
  std::vector<float> host_a(elements), host_b(elements), host_c(elements);
  for (size_t i = 0; i < elements; ++i) host_b[i] = static_cast<float>(i % 10);
  cublasHandle_t handle;
  CHECK(cublasCreate(&handle));
  CHECK(cublasSetMatrix(n, n, sizeof(float), host_b.data(), n, b, n));
  const float one = 1, zero = 0;
  CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, b, n, &zero, c, n));
  CHECK(cublasGetMatrix(n, n, sizeof(float), a, n, host_a.data(), n));
  CHECK(cublasGetMatrix(n, n, sizeof(float), c, n, host_c.data(), n));
  CHECK(cublasDestroy(handle));
  for (float* each : {a, b, c}) CHECK(cudaFree(each));

  bool right = true;
  for (int i = 0; i < n; ++i) {
    const int column = (i * 7) % n;
    const double wanted = element_of_product(host_a, host_b, n, i, column);
    right = right && std::fabs(host_c[i + column * n] - wanted) <= 1e-4 * wanted;
  }
  std::printf("cublas: a product of %d rows and columns\n%s\n", n, right ? "PASS" : "FAIL");
  return right ? 0 : 1;
}
