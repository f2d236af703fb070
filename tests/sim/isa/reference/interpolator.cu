// Records on a GPU what interpolator.py makes its tables of: the results of an approximate
// instruction, 4 bytes each, for arguments of equal distance. Built by nvcc -arch=sm_90; writes
// <instruction>.<first argument's bits>.<step> into the current folder.
#include <cstdint>
#include <cstdio>
#include <vector>

#define INSTRUCTION(NAME, TEXT)                                                \
  struct NAME {                                                                \
    static __device__ std::uint32_t of(std::uint32_t x) {                      \
      float r;                                                                 \
      asm(TEXT ".approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(__uint_as_float(x))); \
      return __float_as_uint(r);                                               \
    }                                                                          \
    static constexpr const char* kName = TEXT;                                 \
  };
INSTRUCTION(Rcp, "rcp")
INSTRUCTION(Rsqrt, "rsqrt")
INSTRUCTION(Sqrt, "sqrt")
INSTRUCTION(Ex2, "ex2")
INSTRUCTION(Lg2, "lg2")
INSTRUCTION(Sin, "sin")
INSTRUCTION(Cos, "cos")

template <class Instruction>
__global__ void evaluate(std::uint32_t* out, std::uint32_t first, std::uint32_t step,
                         std::uint32_t count) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = Instruction::of(first + i * step);
}

template <class Instruction>
void record(std::uint32_t first, std::uint32_t step = 1) {
  const std::uint32_t count = (1U << 23U) / step;
  std::uint32_t* out = nullptr;
  cudaMalloc(&out, 4 * count);
  evaluate<Instruction><<<(count + 255) / 256, 256>>>(out, first, step, count);
  std::vector<std::uint32_t> results(count);
  const cudaError_t error = cudaMemcpy(results.data(), out, 4 * count, cudaMemcpyDeviceToHost);
  char name[64];
  std::snprintf(name, sizeof name, "%s.%08x.%u", Instruction::kName, first, step);
  std::printf("%s: %s\n", name, cudaGetErrorString(error));
  std::FILE* file = std::fopen(name, "wb");
  std::fwrite(results.data(), 4, count, file);
  std::fclose(file);
  cudaFree(out);
}

int main() {
  record<Rcp>(0x3f800000);
  for (std::uint32_t binade : {0x3f800000U, 0x40000000U}) {
    record<Rsqrt>(binade);
    record<Sqrt>(binade);
  }
  record<Ex2>(0x3f800000);
  for (std::uint32_t binade : {0x3f000000U, 0x3f800000U, 0x40000000U}) record<Lg2>(binade);
  for (std::uint32_t binade : {0x3e800000U, 0x3f800000U, 0x40800000U}) record<Sin>(binade);
  record<Cos>(0x3f800000);
  for (std::uint32_t first : {0x3c23d70aU, 0x3e000000U, 0x3f000000U, 0x40000000U}) {
    record<Sin>(first, 61);
    record<Cos>(first, 61);
  }
}
