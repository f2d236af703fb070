// 2^26 pixels, 192 MB of colours and 64 MB of grey, beside the lesson's first kernel.
#include "bench.cuh"

namespace rung {
#define grey first_grey
#include "../../kernels/image/1_grey.cu"
#undef grey
#include "../../kernels/image/6_grey_words.cu"
}  // namespace rung

int main() {
  const int width = 8192, height = 8192, pixels = width * height;
  const bench::Buffer<unsigned char> in(std::size_t{3} * pixels), out(pixels), expected(pixels);
  bench::fill(in,
              [] __device__(std::size_t i) { return static_cast<unsigned char>(bench::mixed(i)); });
  const double mine = bench::milliseconds(
      [&] { rung::grey<<<pixels / (16 * 256), 256>>>(out.get(), in.get(), pixels); });
  const double other = bench::milliseconds([&] {
    rung::first_grey<<<dim3(width / 32, height / 8), dim3(32, 8)>>>(expected.get(), in.get(), width,
                                                                    height);
  });
  return bench::report("image: grey", mine, "rung `grey`", other, 4.0 * pixels,
                       bench::differences(out, expected));
}
