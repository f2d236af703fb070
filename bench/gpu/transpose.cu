// A matrix of 256 MB turned, beside cublasSgeam.
#include <cublas_v2.h>

#include "bench.cuh"

namespace rung {
#include "../../kernels/transpose/4_eight_rows.cu"
}

int main() {
  const unsigned n = 8192;
  static_assert(std::size_t{n} * n * 4 == bench::kBytes);
  const bench::Buffer<float> in(n * n), out(n * n), expected(n * n);
  bench::fill(in,
              [] __device__(std::size_t i) { return static_cast<float>(bench::mixed(i) % 65536); });
  const double mine = bench::milliseconds(
      [&] { rung::transpose<<<dim3(n / 64, n / 64), dim3(64, 8)>>>(out.get(), in.get(), n); });
  cublasHandle_t cublas = nullptr;
  if (cublasCreate(&cublas) != CUBLAS_STATUS_SUCCESS) return 1;
  const float one = 1.0f, zero = 0.0f;
  const double other = bench::milliseconds([&] {
    cublasSgeam(cublas, CUBLAS_OP_T, CUBLAS_OP_N, n, n, &one, in.get(), n, &zero, expected.get(), n,
                expected.get(), n);
  });
  cublasDestroy(cublas);
  return bench::report("transpose", mine, "cublasSgeam", other, 2.0 * bench::kBytes,
                       bench::differences(out, expected));
}
