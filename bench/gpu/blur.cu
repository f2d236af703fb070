// A picture of 256 MB blurred with a radius of 3, beside the lesson's rung before.
#include "bench.cuh"

namespace rung {
#define blur_rows first_rows
#define blur_columns first_columns
#include "../../kernels/image/5_blur_separable.cu"
#undef blur_rows
#undef blur_columns
#include "../../kernels/image/7_blur_words.cu"
}  // namespace rung

int main() {
  const int side = 16384, r = 3;
  const std::size_t pixels = std::size_t{side} * side;
  static_assert(std::size_t{side} * side == bench::kBytes);
  const bench::Buffer<unsigned char> in(pixels), out(pixels), expected(pixels);
  const bench::Buffer<unsigned short> sums(pixels);
  bench::fill(in,
              [] __device__(std::size_t i) { return static_cast<unsigned char>(bench::mixed(i)); });
  const dim3 block(32, 8);
  const double mine = bench::milliseconds([&] {
    const auto to = reinterpret_cast<ushort4*>(sums.get());
    rung::blur_rows<<<dim3(side / 256, side / 8), block>>>(
        to, reinterpret_cast<const uint2*>(in.get()), side / 8, side, r);
    rung::blur_columns<<<dim3(side / 128, side / 128), block>>>(
        reinterpret_cast<uchar4*>(out.get()), to, side / 4, side, r);
  });
  const double other = bench::milliseconds([&] {
    const dim3 grid(side / 32, side / 8);
    rung::first_rows<<<grid, block>>>(sums.get(), in.get(), side, side, r);
    rung::first_columns<<<grid, block>>>(expected.get(), sums.get(), side, side, r);
  });
  return bench::report("image: blur", mine, "rung `blur-separable`", other, 2.0 * pixels,
                       bench::differences(out, expected));
}
