// A picture of 256 MB blurred with a radius of 3, beside the lesson's rung with a launch for the
// rows and one for the columns.
#include "bench.cuh"

namespace separable {
#include "../../kernels/image/5_blur_separable.cu"
}
namespace rung {
#include "../../kernels/image/7_blur_words.cu"
}

int main() {
  const int side = 16384, r = rung::r;
  const std::size_t pixels = std::size_t{side} * side;
  static_assert(std::size_t{side} * side == bench::kBytes);
  const bench::Buffer<unsigned char> in(pixels), out(pixels), expected(pixels);
  const bench::Buffer<unsigned short> sums(pixels);
  bench::fill(in,
              [] __device__(std::size_t i) { return static_cast<unsigned char>(bench::mixed(i)); });
  const double mine = bench::milliseconds([&] {
    const dim3 grid(side / 512, (side + rung::rows - 1) / rung::rows), block(32, rung::warps);
    rung::blur<<<grid, block>>>(reinterpret_cast<uint4*>(out.get()),
                                reinterpret_cast<const uint4*>(in.get()), side / 16, side);
  });
  const double other = bench::milliseconds([&] {
    const dim3 grid(side / 32, side / 8), block(32, 8);
    separable::blur_rows<<<grid, block>>>(sums.get(), in.get(), side, side, r);
    separable::blur_columns<<<grid, block>>>(expected.get(), sums.get(), side, side, r);
  });
  return bench::report("image: blur", mine, "rung `blur-separable`", other, 2.0 * pixels,
                       bench::differences(out, expected));
}
