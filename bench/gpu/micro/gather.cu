// Loads and stores of one warp that go to many lines: latency of lines from DRAM by how far they
// lie apart, rates of scattered loads and stores of one SM and of the whole GPU; and what fences
// take.
#include "micro.cuh"

namespace {

using namespace micro;

constexpr int kRepeats = 24;

__device__ unsigned load(const char* p) {
  unsigned v;
  asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}

// One load by `lanes` lanes, `stride` bytes apart, from where nobody has read; the time of each.
__global__ void gather(const char* data, int* cycles, std::size_t stride, int lanes,
                       std::size_t apart) {
  __shared__ volatile unsigned used[32];
  if (int(threadIdx.x) >= lanes) return;
#pragma unroll 1
  for (int r = 0; r < kRepeats; ++r) {
    const char* p = data + r * apart + threadIdx.x * stride;
    const long long begin = now();
    used[threadIdx.x] = load(p);
    const long long end = now();
    if (threadIdx.x == 0) cycles[r] = int(end - begin);
  }
}

const char* arena() {
  static Buffer<char> memory(std::size_t(2) << 30);
  return memory.get();
}

void latencies() {
  Buffer<int> cycles(kRepeats);
  std::size_t fresh = 0;
  for (int lanes : {1, 2, 4, 8, 16, 32}) {
    for (std::size_t stride = 4; stride <= 65536; stride *= 2) {
      if (stride * lanes > (2u << 20)) continue;
      gather<<<1, 32>>>(arena() + fresh, cycles.get(), stride, lanes, (2 << 20) + 4096 * 5);
      check(cudaDeviceSynchronize());
      fresh = (fresh + (60 << 20)) % (std::size_t(1900) << 20);
      std::vector<int> all = cycles.read();
      std::sort(all.begin(), all.end());
      char name[32];
      std::snprintf(name, sizeof name, "lanes_%d_median", lanes);
      line("gather", name, int(stride), all[kRepeats / 2]);
      std::snprintf(name, sizeof name, "lanes_%d_quarter", lanes);
      line("gather", name, int(stride), all[kRepeats / 4]);
    }
  }
}

template <bool kStore>
__global__ void scattered(unsigned* data, unsigned stride, unsigned mask, int rounds,
                          unsigned* out) {
  unsigned at = blockIdx.x * 7919 * 1024 + threadIdx.x * stride, sum = 0;
  for (int i = 0; i < rounds; i += 4) {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      unsigned* p = data + ((at + j * 32771) & mask);
      if (kStore)
        *static_cast<volatile unsigned*>(p) = at;
      else
        sum += __ldcg(p);
    }
    at += 4 * 32771;
  }
  if (sum == 1234567) *out = sum;
}

// Cycles of a warp's instruction: of one SM, or of the whole GPU.
template <bool kStore>
double each(int blocks, unsigned stride) {
  static Buffer<unsigned> data(std::size_t(1) << 22);
  Buffer<unsigned> out(1);
  const int rounds = 512;
  const double ms = milliseconds(4, [&] {
    scattered<kStore><<<blocks, 1024>>>(data.get(), stride, (1u << 22) - 1, rounds, out.get());
  });
  return ms * 1e6 * 1.98 / (double(rounds) * 32 * blocks);
}

template <bool kStores>
__global__ void fence(Span* span, volatile unsigned* data) {
  const long long begin = now();
#pragma unroll 1
  for (int i = 0; i < 64; ++i) {
    if (kStores) data[i * 32 + threadIdx.x] = i;
    __threadfence();
  }
  *span = {begin, now()};
}

template <bool kStores>
double fences() {
  Buffer<Span> span(1);
  Buffer<unsigned> data(4096);
  return least([&] {
    fence<kStores><<<1, 32>>>(span.get(), data.get());
    check(cudaDeviceSynchronize());
    return length(span.read()) / 64;
  });
}

}  // namespace

int main() {
  latencies();
  for (unsigned stride : {1u, 2u, 4u, 8u, 16u, 32u}) {
    line("cycles_each", "load_one_sm", int(stride), each<false>(1, stride));
    line("cycles_each", "store_one_sm", int(stride), each<true>(1, stride));
    line("cycles_each", "load_all", int(stride), each<false>(132, stride));
    line("cycles_each", "store_all", int(stride), each<true>(132, stride));
  }
  line("cycles_each", "fence", 0, fences<false>());
  line("cycles_each", "fence_behind_a_store", 0, fences<true>());
}
