// The letters of 256 MB of text in bins of four beside cub::DeviceHistogram.
#include <cub/device/device_histogram.cuh>

#include "bench.cuh"

namespace rung {
#include "../../kernels/histogram/9_per_warp.cu"
}

int main() {
  const unsigned n = bench::kBytes;
  const bench::Buffer<unsigned char> text(n);
  const bench::Buffer<unsigned> out(7), expected(7);
  // 26 letters and, as number 26, a blank.
  bench::fill(text, [] __device__(std::size_t i) {
    const unsigned letter = bench::mixed(i) % 27;
    return static_cast<unsigned char>(letter < 26 ? 'a' + letter : ' ');
  });
  const unsigned blocks = bench::resident_blocks(rung::histogram, 256);
  const double mine = bench::milliseconds([&] {
    out.clear();
    rung::histogram<<<blocks, 256>>>(out.get(), reinterpret_cast<const uint4*>(text.get()), n);
  });
  std::size_t bytes = 0;
  const auto count = [&](void* room) {
    cub::DeviceHistogram::HistogramEven(room, bytes, text.get(), expected.get(), 8, 97, 125,
                                        static_cast<int>(n));
  };
  count(nullptr);
  const bench::Buffer<char> room(bytes);
  const double other = bench::milliseconds([&] { count(room.get()); });
  return bench::report("histogram", mine, "cub::DeviceHistogram", other, bench::kBytes,
                       bench::differences(out, expected));
}
