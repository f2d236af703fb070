// The product of two matrices of 4096 x 4096 beside cublasSgemm, without tensor cores.
#include <cublas_v2.h>

#include "bench.cuh"

namespace rung {
#include "../../kernels/matrix-product/6_blocked.cu"
}

int main() {
  const unsigned n = 4096;
  const bench::Buffer<float> a(n * n), b(n * n), out(n * n), expected(n * n);
  // Small whole numbers: every sum is exact, in whatever order.
  bench::fill(a, [] __device__(std::size_t i) { return static_cast<float>(bench::mixed(i) % 10); });
  bench::fill(b,
              [] __device__(std::size_t i) { return static_cast<float>(bench::mixed(~i) % 10); });
  const double mine = bench::milliseconds(
      [&] { rung::multiply<<<dim3(n / 128, n / 128), 256>>>(out.get(), a.get(), b.get(), n); });
  cublasHandle_t cublas = nullptr;
  if (cublasCreate(&cublas) != CUBLAS_STATUS_SUCCESS) return 1;
  cublasSetMathMode(cublas, CUBLAS_PEDANTIC_MATH);
  const float one = 1.0f, zero = 0.0f;
  // cuBLAS counts columns first: it sees the transposes, and their product in the other order.
  const double other = bench::milliseconds([&] {
    cublasSgemm(cublas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b.get(), n, a.get(), n, &zero,
                expected.get(), n);
  });
  cublasDestroy(cublas);
  return bench::report("matrix-product", mine, "cublasSgemm", other, 2.0 * n * n * n,
                       bench::differences(out, expected), "GFLOP/s");
}
