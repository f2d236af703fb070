// The running sums of 256 MB of ints beside cub::DeviceScan.
#include <cub/device/device_scan.cuh>

#include "bench.cuh"

namespace rung {
#include "../../kernels/scan/6_single_pass.cu"
}

int main() {
  const unsigned n = bench::kBytes / 4, block = 256, tiles = n / (16 * block);
  const bench::Buffer<int> in(n), out(n), expected(n);
  // The ticket is the last of these, so that one command clears all.
  const bench::Buffer<unsigned long long> states(tiles + 1);
  bench::fill(in,
              [] __device__(std::size_t i) { return static_cast<int>(bench::mixed(i) % 21) - 10; });
  const double mine = bench::milliseconds([&] {
    states.clear();
    rung::scan<<<tiles, block>>>(reinterpret_cast<int4*>(out.get()),
                                 reinterpret_cast<const int4*>(in.get()), states.get(),
                                 reinterpret_cast<unsigned*>(states.get() + tiles), n / 4);
  });
  std::size_t bytes = 0;
  cub::DeviceScan::InclusiveSum(nullptr, bytes, in.get(), expected.get(), n);
  const bench::Buffer<char> room(bytes);
  const double other = bench::milliseconds(
      [&] { cub::DeviceScan::InclusiveSum(room.get(), bytes, in.get(), expected.get(), n); });
  return bench::report("scan", mine, "cub::DeviceScan", other, 2.0 * bench::kBytes,
                       bench::differences(out, expected));
}
