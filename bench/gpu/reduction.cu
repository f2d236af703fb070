// The sum of 256 MB of floats beside cub::DeviceReduce.
#include <cub/device/device_reduce.cuh>

#include "bench.cuh"

namespace rung {
#include "../../kernels/reduction/8_in_flight.cu"
}

int main() {
  const unsigned n = bench::kBytes / 4;
  const bench::Buffer<float> in(n), out(1), expected(1);
  bench::fill(in, [] __device__(std::size_t i) { return bench::mixed(i) % 1000 / 1000.0f; });
  const unsigned blocks = bench::resident_blocks(rung::reduce, 256);
  const double mine = bench::milliseconds([&] {
    out.clear();
    rung::reduce<<<blocks, 256>>>(out.get(), in.get(), n);
  });
  std::size_t bytes = 0;
  cub::DeviceReduce::Sum(nullptr, bytes, in.get(), expected.get(), n);
  const bench::Buffer<char> room(bytes);
  const double other = bench::milliseconds(
      [&] { cub::DeviceReduce::Sum(room.get(), bytes, in.get(), expected.get(), n); });
  return bench::report("reduction", mine, "cub::DeviceReduce", other, bench::kBytes,
                       bench::differences(out, expected, 1e-4));
}
