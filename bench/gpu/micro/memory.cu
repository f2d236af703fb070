// How long a load takes: a chain of loads, each from the address that the one before it brought.
#include <algorithm>
#include <cstdint>
#include <random>

#include "micro.cuh"

namespace {

using namespace micro;

using Address = unsigned long long;

__device__ Address next_l1(Address p) {
  asm volatile("ld.global.ca.u64 %0, [%0];" : "+l"(p)::"memory");
  return p;
}
__device__ Address next_l2(Address p) {
  asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(p)::"memory");
  return p;
}

// Follows the chain `steps` times, after `before` steps that are not timed.
template <bool kL1>
__global__ void chase(Span* span, Address* out, Address p, int before, int steps) {
  for (int i = 0; i < before; ++i) p = kL1 ? next_l1(p) : next_l2(p);
  const long long begin = now();
#pragma unroll 1
  for (int i = 0; i < steps; i += 16) {
#pragma unroll
    for (int j = 0; j < 16; ++j) p = kL1 ? next_l1(p) : next_l2(p);
  }
  *out = p;
  *span = {begin, now()};
}

// Every load timed on its own: how far the slices of L2 are, from the SM that the block is on.
__global__ void each(int* cycles, Address p, int steps) {
  __shared__ volatile Address last;
  for (int i = 0; i < steps; ++i) {
    const long long begin = now();
    p = next_l2(p);
    last = p;  // waits for the load
    cycles[i] = int(now() - begin);
  }
}

// A ring through `bytes` with a place every `stride`, in random order where asked.
std::vector<Address> ring(const Address* base, std::size_t bytes, std::size_t stride, bool random) {
  const std::size_t places = bytes / stride;
  std::vector<std::size_t> order(places);
  for (std::size_t i = 0; i < places; ++i) order[i] = i;
  if (random) std::shuffle(order.begin() + 1, order.end(), std::mt19937(7));
  std::vector<Address> ring(bytes / 8);
  for (std::size_t i = 0; i < places; ++i)
    ring[order[i] * stride / 8] =
        reinterpret_cast<Address>(base) + order[(i + 1) % places] * stride;
  return ring;
}

template <bool kL1>
double chased(std::size_t bytes, std::size_t stride, bool random, bool warm) {
  Buffer<Address> memory(bytes / 8);
  memory.write(ring(memory.get(), bytes, stride, random));
  if (!warm) Buffer<char> flush(std::size_t(512) << 20);
  Buffer<Span> span(1);
  Buffer<Address> out(1);
  const int places = int(bytes / stride);
  const int steps = std::min(warm ? 2 * places + 512 : places / 2, 4096);
  chase<kL1><<<1, 1>>>(span.get(), out.get(), reinterpret_cast<Address>(memory.get()),
                       warm ? std::min(places, 200000) : 0, steps / 16 * 16);
  check(cudaDeviceSynchronize());
  return length(span.read()) / (steps / 16 * 16);
}

void distances() {
  const std::size_t bytes = 1 << 20, stride = 256;
  Buffer<Address> memory(bytes / 8);
  memory.write(ring(memory.get(), bytes, stride, false));
  const int steps = int(bytes / stride);
  Buffer<int> cycles(steps);
  for (int i = 0; i < 2; ++i)
    each<<<1, 1>>>(cycles.get(), reinterpret_cast<Address>(memory.get()), steps);
  std::vector<int> sorted = cycles.read();
  std::sort(sorted.begin(), sorted.end());
  for (int percent : {0, 5, 25, 50, 75, 95, 99})
    line("distance", "l2", percent, sorted[sorted.size() * percent / 100]);
}

}  // namespace

int main() {
  for (int kb : {8, 32, 64, 128, 192, 208, 224, 240, 256, 320})
    line("chase", "l1_kb", kb, chased<true>(std::size_t(kb) << 10, 128, false, true));
  for (int kb : {64, 512, 2048, 8192, 16384, 24576, 32768, 49152, 65536, 131072})
    line("chase", "l2_kb", kb, chased<false>(std::size_t(kb) << 10, 256, true, true));
  for (int stride : {32, 64, 128, 256, 512, 1024, 4096})
    line("chase", "cold_stride", stride, chased<false>(std::size_t(64) << 20, stride, true, false));
  for (int stride : {32, 64, 128, 256, 4096})
    line("chase", "cold_in_order", stride,
         chased<true>(std::size_t(8) << 20, stride, false, false));
  distances();
}
