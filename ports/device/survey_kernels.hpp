#pragma once

#include <cstdint>
#include <string_view>

// The kernels that measure a GPU (survey.hpp), in CUDA C++: whoever asks for a survey compiles them
// for its GPU.
namespace lanescope::ports::device {

inline constexpr const char* kSurveyCopy = "lanescope_copy";
inline constexpr const char* kSurveyFmaF32 = "lanescope_fma_f32";
inline constexpr const char* kSurveyFmaF64 = "lanescope_fma_f64";
inline constexpr const char* kSurveyEmpty = "lanescope_empty";

// A thread's fused multiply-adds in a round of an fma kernel.
inline constexpr std::uint32_t kSurveyFmaInRound = 64;

inline constexpr std::string_view kSurveyKernels =
    R"(// Bandwidth: four wide loads under way a thread.
extern "C" __global__ void lanescope_copy(uint4* to, const uint4* from,
                                          unsigned long long count) {
  const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
  unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
  for (; i + 3 * step < count; i += 4 * step) {
    const uint4 a = from[i], b = from[i + step], c = from[i + 2 * step], d = from[i + 3 * step];
    to[i] = a;
    to[i + step] = b;
    to[i + 2 * step] = c;
    to[i + 3 * step] = d;
  }
  for (; i < count; i += step) to[i] = from[i];
}

// Eight chains that do not wait for each other, eight links of each in a round.
template <typename T>
__device__ void chains(T* out, unsigned rounds) {
  const T a = T(0.999), b = T(0.001) * T(threadIdx.x);
  T x[8];
#pragma unroll
  for (int k = 0; k < 8; ++k) x[k] = T(k);
#pragma unroll 1
  for (unsigned i = 0; i < rounds; ++i) {
#pragma unroll
    for (int link = 0; link < 8; ++link) {
#pragma unroll
      for (int k = 0; k < 8; ++k) x[k] = x[k] * a + b;
    }
  }
  T sum = T(0);
#pragma unroll
  for (int k = 0; k < 8; ++k) sum += x[k];
  if (sum == T(-1)) *out = sum;  // never: but the compiler does not know
}
extern "C" __global__ void lanescope_fma_f32(float* out, unsigned rounds) { chains(out, rounds); }
extern "C" __global__ void lanescope_fma_f64(double* out, unsigned rounds) { chains(out, rounds); }
extern "C" __global__ void lanescope_empty(void* nothing) {}
)";

}  // namespace lanescope::ports::device
