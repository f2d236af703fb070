// A picture of 256 MB of floats under a mask of 9 x 9, beside the lesson's rung with the whole
// mask.
#include "bench.cuh"

namespace whole {
#define convolve convolve_whole
#include "../../kernels/convolution-2d/2_constant.cu"
#undef convolve
}  // namespace whole
namespace rung {
#include "../../kernels/convolution-2d/5_separable.cu"
}

int main() {
  const int side = 8192, r = rung::r;
  const std::size_t pixels = std::size_t{side} * side;
  static_assert(std::size_t{side} * side * 4 == bench::kBytes);
  std::array<float, 81> mask{};
  for (int i = 0; i < 81; ++i)
    mask[i] = static_cast<float>((5 - std::abs(i % 9 - 4)) * (5 - std::abs(i / 9 - 4))) / 625.0f;
  bench::must(cudaMemcpyToSymbol(whole::mask, mask.data(), sizeof mask), "mask");
  bench::must(cudaMemcpyToSymbol(rung::mask, mask.data(), sizeof mask), "mask");
  const bench::Buffer<float> in(pixels), out(pixels), expected(pixels);
  bench::fill(in,
              [] __device__(std::size_t i) { return static_cast<float>(bench::mixed(i) % 256); });
  const double mine = bench::milliseconds([&] {
    rung::convolve<<<dim3(side / 128, side / 32), dim3(32, 4)>>>(
        reinterpret_cast<float4*>(out.get()), reinterpret_cast<const float4*>(in.get()), side,
        side / 4);
  });
  const double other = bench::milliseconds([&] {
    whole::convolve_whole<<<dim3(side / 32, side / 8), dim3(32, 8)>>>(expected.get(), in.get(),
                                                                      side, side, r);
  });
  return bench::report("convolution-2d", mine, "rung `constant`", other, 2.0 * bench::kBytes,
                       bench::differences(out, expected, 1e-4));
}
