// What the memory can do: a plain copy on the device.
#include "bench.cuh"

int main() {
  const bench::Buffer<unsigned> in(bench::kBytes / 4), out(bench::kBytes / 4);
  bench::fill(in, [] __device__(std::size_t i) { return bench::mixed(i); });
  const double copy = bench::milliseconds(
      [&] { cudaMemcpyAsync(out.get(), in.get(), bench::kBytes, cudaMemcpyDeviceToDevice); });
  return bench::report("copy", copy, "itself", copy, 2.0 * bench::kBytes,
                       bench::differences(out, in));
}
