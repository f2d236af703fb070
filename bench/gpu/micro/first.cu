// What the first accesses of a launch take, by one warp of each block: to a page that nobody has
// touched, to another line of it, to others; then bursts of loads, each from lines that are in no
// cache. Run by itself and under Nsight Compute, which flushes the caches:
//     ncu --metrics sm__cycles_active.max --cache-control all --clock-control none first
#include "micro.cuh"

namespace {

using namespace micro;

constexpr std::size_t kPage = std::size_t(2) << 20;
constexpr int kTouches = 8, kBursts = 6, kRepeats = 4;
constexpr int kResults = kTouches + kBursts * kRepeats + 1;

__device__ unsigned load(const char* p) {
  unsigned v;
  asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}

template <int kLoads>
__device__ int burst(const char* p, volatile unsigned* used) {
  unsigned v[kLoads];
  const long long begin = now();
#pragma unroll
  for (int i = 0; i < kLoads; ++i) v[i] = load(p + i * 128);
#pragma unroll
  for (int i = 0; i < kLoads; ++i) used[threadIdx.x] = v[i];
  return int(now() - begin);
}

__global__ void first(const char* data, int* results, std::size_t apart) {
  __shared__ volatile unsigned used[32];
  const char* mine = data + blockIdx.x * apart + threadIdx.x * 4;
  int* to = results + blockIdx.x * kResults;
  const std::size_t places[kTouches] = {0,     4096,          65536,     65536 + 4096,
                                        kPage, kPage + 65536, 2 * kPage, 16 * kPage};
  __shared__ int taken[kResults];
  taken[kResults - 1] = int(sm_id());
#pragma unroll
  for (int i = 0; i < kTouches; ++i) taken[i] = burst<1>(mine + places[i], used);
#pragma unroll 1
  for (int r = 0; r < kRepeats; ++r) {  // the first time, the code comes from memory too
    const char* p = mine + 262144 + r * 131072;
    taken[kTouches + r] = burst<1>(p, used);
    taken[kTouches + kRepeats + r] = burst<2>(p + 16384, used);
    taken[kTouches + 2 * kRepeats + r] = burst<4>(p + 32768, used);
    taken[kTouches + 3 * kRepeats + r] = burst<8>(p + 49152, used);
    taken[kTouches + 4 * kRepeats + r] = burst<16>(p + 65536, used);
    taken[kTouches + 5 * kRepeats + r] = burst<32>(p + 81920, used);
  }
  if (threadIdx.x == 0)
    for (int i = 0; i < kResults; ++i) to[i] = taken[i];
}

void measure(int blocks, std::size_t apart) {
  Buffer<char> data(blocks * apart + 20 * kPage);
  Buffer<int> results(blocks * kResults);
  first<<<blocks, 32>>>(data.get(), results.get(), apart);
  check(cudaDeviceSynchronize());
  const std::vector<int> all = results.read();
  for (int block : {0, blocks / 2, blocks - 1}) {
    std::printf("{\"topic\": \"first\", \"name\": \"%d blocks %zu apart, block %d\", \"value\": [",
                blocks, apart, block);
    for (int i = 0; i < kResults; ++i)
      std::printf("%s%d", i == 0 ? "" : ", ", all[block * kResults + i]);
    std::printf("]}\n");
  }
}

}  // namespace

int main() {
  for (int i = 0; i < 2; ++i) {
    measure(1, 0);
    measure(132, 0);
    measure(132, kPage);
    measure(1056, 1 << 20);
  }
}
