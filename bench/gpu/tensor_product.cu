// The product of two matrices of halves, 4096 x 4096, with sums in floats, beside cublasGemmEx.
#include <cublas_v2.h>
#include <cuda_fp16.h>

#include "bench.cuh"

namespace rung {
#include "../../kernels/matrix-product/7_tensor.cu"
}

int main() {
  const unsigned n = 4096, bytes = 4 * sizeof(rung::Strip);
  const bench::Buffer<rung::half> a(n * n), b(n * n);
  const bench::Buffer<float> out(n * n), expected(n * n);
  // Small whole numbers: every sum is exact, in whatever order.
  const auto small = [] __device__(unsigned x) {
    return __half_as_ushort(__float2half(static_cast<float>(x % 10)));
  };
  bench::fill(a, [=] __device__(std::size_t i) { return small(bench::mixed(i)); });
  bench::fill(b, [=] __device__(std::size_t i) { return small(bench::mixed(~i)); });
  bench::must(cudaFuncSetAttribute(rung::multiply, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   static_cast<int>(bytes)),
              "cudaFuncSetAttribute");
  const double mine = bench::milliseconds([&] {
    rung::multiply<<<dim3(n / 128, n / 128), 128, bytes>>>(out.get(), a.get(), b.get(), n);
  });
  cublasHandle_t cublas = nullptr;
  if (cublasCreate(&cublas) != CUBLAS_STATUS_SUCCESS) return 1;
  const float one = 1.0f, zero = 0.0f;
  // cuBLAS counts columns first: it sees A and the product turned, and B as it is.
  const double other = bench::milliseconds([&] {
    cublasGemmEx(cublas, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, &one, b.get(), CUDA_R_16F, n, a.get(),
                 CUDA_R_16F, n, &zero, expected.get(), CUDA_R_32F, n, CUBLAS_COMPUTE_32F,
                 CUBLAS_GEMM_DEFAULT);
  });
  cublasDestroy(cublas);
  return bench::report("tensor-product", mine, "cublasGemmEx", other, 2.0 * n * n * n,
                       bench::differences(out, expected), "GFLOP/s");
}
