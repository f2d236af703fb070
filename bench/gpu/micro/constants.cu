// Constants that code reads by an index: how often an SM's warps get one, by how many there are,
// how large the table is, and whether they read the same place at one time.
#include "micro.cuh"

namespace {

using namespace micro;

constexpr int kRounds = 4096, kMostWords = 16384;
__constant__ float table[kMostWords];

// `words`: a power of two. `uniform`: the index is the warp's (ULDC); else each lane's (LDC).
template <bool uniform>
__global__ void walk(float* out, unsigned words, unsigned shift) {
  unsigned at = (blockIdx.x * shift) & (words - 1);
  if (!uniform) at += threadIdx.x / 4096;
  float v = 0;
#pragma unroll 1
  for (int i = 0; i < kRounds; ++i) {
    v += table[at];
    at = (at + 1) & (words - 1);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

// Cycles of an SM for one warp's load, all SMs at work.
template <bool uniform>
double each(int sms, int blocks, int threads, unsigned words, unsigned shift) {
  Buffer<float> out(std::size_t(sms) * blocks * threads);
  const double ms =
      milliseconds(3, [&] { walk<uniform><<<sms * blocks, threads>>>(out.get(), words, shift); });
  return ms * 1e6 * 1.98 / (double(kRounds) * blocks * threads / 32);
}

}  // namespace

int main() {
  cudaDeviceProp device{};
  check(cudaGetDeviceProperties(&device, 0));
  const int sms = device.multiProcessorCount;
  for (unsigned words : {16U, 64U, 256U, 512U, 1024U, 4096U, 16384U}) {
    for (unsigned shift : {0U, 7U, 61U}) {
      char name[64];
      std::snprintf(name, sizeof name, "words_%u_shift_%u", words, shift);
      for (int warps : {1, 4, 8, 16, 32, 64}) {
        const int blocks = warps < 32 ? warps : 32, threads = 32 * warps / blocks;
        line("by_warp", name, warps, each<true>(sms, blocks, threads, words, shift));
        line("by_lane", name, warps, each<false>(sms, blocks, threads, words, shift));
      }
    }
  }
}
