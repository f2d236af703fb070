#include "lab/hardware/live_kernels.hpp"

#include <array>
#include <cstring>

namespace lanescope::hardware {
namespace {

// `type` counts as ElementType does. Behind the pixels lie the values that become black and white.
constexpr const char* kSource = R"(
__device__ float half_value(unsigned short bits) {
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
  return value;
}

__device__ float value_at(const void* in, int type, int i) {
  switch (type) {
    case 0: return static_cast<const signed char*>(in)[i];
    case 1: return static_cast<const unsigned char*>(in)[i];
    case 2: return static_cast<const short*>(in)[i];
    case 3: return static_cast<const unsigned short*>(in)[i];
    case 4: return static_cast<const int*>(in)[i];
    case 5: return static_cast<const unsigned*>(in)[i];
    case 6: return static_cast<float>(static_cast<double>(static_cast<const long long*>(in)[i]));
    case 7:
      return static_cast<float>(static_cast<double>(static_cast<const unsigned long long*>(in)[i]));
    case 8: return half_value(static_cast<const unsigned short*>(in)[i]);
    case 9: return __uint_as_float(static_cast<const unsigned short*>(in)[i] << 16);
    case 10: return static_cast<const float*>(in)[i];
    default: return static_cast<float>(static_cast<const double*>(in)[i]);
  }
}

// One block: 0 to 255 as they are, values beyond that from the smallest to the largest.
extern "C" __global__ void lanescope_range(unsigned* out, const void* in, int type, int pixels,
                                           int channels, int planes) {
  __shared__ float lows[256], highs[256];
  float low = value_at(in, type, 0), high = low;
  for (int i = threadIdx.x; i < pixels * channels; i += 256) {
    const float value = value_at(in, type, i);
    low = value < low ? value : low;
    high = value > high ? value : high;
  }
  lows[threadIdx.x] = low;
  highs[threadIdx.x] = high;
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      lows[threadIdx.x] = fminf(lows[threadIdx.x], lows[threadIdx.x + half]);
      highs[threadIdx.x] = fmaxf(highs[threadIdx.x], highs[threadIdx.x + half]);
    }
  }
  if (threadIdx.x > 0) return;
  const bool beyond = lows[0] < 0.0f || highs[0] > 255.0f;
  float* range = reinterpret_cast<float*>(out + pixels);
  range[0] = beyond ? lows[0] : 0.0f;
  range[1] = beyond ? highs[0] : 255.0f;
}

// Rounded once in each operation, as on the host.
__device__ unsigned shade(float value, float low, float high) {
  const float share = high > low ? __fdiv_rn(__fsub_rn(value, low), __fsub_rn(high, low)) : 0.0f;
  return lroundf(__fmul_rn(fminf(fmaxf(share, 0.0f), 1.0f), 255.0f));
}

extern "C" __global__ void lanescope_show(unsigned* out, const void* in, int type, int pixels,
                                          int channels, int planes) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pixels) return;
  const float* range = reinterpret_cast<const float*>(out + pixels);
  unsigned colour = 0xff000000u;
  for (int c = 0; c < 3; ++c) {
    const int from = channels == 1 ? i : planes ? c * pixels + i : 3 * i + c;
    colour |= shade(value_at(in, type, from), range[0], range[1]) << (8 * c);
  }
  out[i] = colour;
}
)";

constexpr std::uint32_t kThreads = 256;

}  // namespace

ports::toolchain::CompileRequest show_request(const std::string& arch) {
  ports::toolchain::CompileRequest request;
  request.source = kSource;
  request.file_name = "lanescope_show.cu";
  request.arch = arch;
  return request;
}

std::vector<ports::device::GpuLaunch> show_launches(const experiment::PictureShape& shape,
                                                    std::uint32_t result, std::uint32_t picture) {
  const std::array<std::int32_t, 4> numbers{
      static_cast<std::int32_t>(shape.type), static_cast<std::int32_t>(shape.pixels()),
      static_cast<std::int32_t>(shape.channels), shape.planes ? 1 : 0};
  ports::device::GpuLaunch launch;
  launch.kernel = "lanescope_range";
  launch.block = {kThreads, 1, 1};
  launch.parameters.resize(16 + sizeof numbers);
  std::memcpy(launch.parameters.data() + 16, numbers.data(), sizeof numbers);
  launch.pointers = {{0, picture}, {8, result}};
  ports::device::GpuLaunch show = launch;
  show.kernel = "lanescope_show";
  show.grid = {static_cast<std::uint32_t>((shape.pixels() + kThreads - 1) / kThreads), 1, 1};
  return {std::move(launch), std::move(show)};
}

}  // namespace lanescope::hardware
