// What code costs: a loop of 2^n instructions, round by round (instruction caches), cold and warm,
// and branches.
#include "micro.cuh"

namespace {

using namespace micro;

constexpr int kRounds = 6;

template <int kInstructions>
__global__ void body(int* cycles, float k) {
  float v[4] = {k, k + 1, k + 2, k + 3};
#pragma unroll 1
  for (int round = 0; round < kRounds; ++round) {
    const long long begin = now();
#pragma unroll
    for (int i = 0; i < kInstructions; ++i)
      asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(v[i % 4]) : "f"(k));
    const long long end = now();
    if (threadIdx.x == 0) cycles[round] = int(end - begin);
  }
  if (v[0] + v[1] + v[2] + v[3] == 1) cycles[0] = 0;
}

template <int kInstructions>
void measure() {
  Buffer<int> cycles(kRounds);
  for (int warps : {1, 8}) {
    body<kInstructions><<<1, 32 * warps>>>(cycles.get(), 2);
    check(cudaDeviceSynchronize());
    const std::vector<int> all = cycles.read();
    const char* first = warps == 1 ? "first_round_1_warp" : "other_kernel_first_round_8_warps";
    line("instructions", first, kInstructions, all.front());
    line("instructions", warps == 1 ? "later_round_1_warp" : "later_round_8_warps", kInstructions,
         *std::min_element(all.begin() + 1, all.end()));
  }
}

// A loop of one dependent addition: what a taken branch costs a warp.
__global__ void loop(Span* span, unsigned* out, unsigned n) {
  unsigned v = 0;
  const long long begin = now();
#pragma unroll 1
  for (unsigned i = 0; i < n; ++i) asm volatile("add.u32 %0, %0, %1;" : "+r"(v) : "r"(i));
  *span = {begin, now()};
  *out = v;
}

// Both sides of a branch, one after the other: what divergence costs beside their instructions.
__global__ void divergent(Span* span, unsigned* out, unsigned n, unsigned lanes) {
  __shared__ volatile unsigned words[2];
  unsigned v = threadIdx.x;
  const long long begin = now();
#pragma unroll 1
  for (unsigned i = 0; i < n; ++i) {
    if ((threadIdx.x + i) % 32 < lanes) {
      asm volatile("mul.hi.u32 %0, %0, %1;" : "+r"(v) : "r"(i));
      words[0] = v;
    } else {
      asm volatile("mul.hi.u32 %0, %0, %1;" : "+r"(v) : "r"(i));
      words[1] = v;
    }
    __syncwarp();
  }
  span[0] = {begin, now()};
  out[threadIdx.x] = v;
}

}  // namespace

int main() {
  measure<32>(), measure<64>(), measure<128>(), measure<256>(), measure<512>(), measure<1024>();
  measure<2048>(), measure<4096>(), measure<8192>(), measure<16384>();
  Buffer<Span> span(1);
  Buffer<unsigned> out(32);
  line("branch", "loop", 1, least([&] {
         loop<<<1, 32>>>(span.get(), out.get(), 1000);
         check(cudaDeviceSynchronize());
         return length(span.read()) / 1000;
       }));
  for (int lanes : {0, 16}) {
    line("branch", "divergent", lanes, least([&] {
           divergent<<<1, 32>>>(span.get(), out.get(), 1000, lanes);
           check(cudaDeviceSynchronize());
           return length(span.read()) / 1000;
         }));
  }
}
