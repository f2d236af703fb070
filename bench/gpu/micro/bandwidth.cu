// Bytes a cycle from L1, L2 and DRAM: of one SM by warps in flight, and of the whole GPU.
#include <cstdint>

#include "micro.cuh"

namespace {

using namespace micro;

constexpr std::size_t kFresh = std::size_t(32) << 20;
constexpr double kGigahertz = 1.98;  // of the SMs, when they are busy

enum class From { L1, L2 };

template <From kFrom>
__device__ uint4 load(const uint4* p) {
  uint4 v;
  if constexpr (kFrom == From::L1)
    asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "l"(p));
  else
    asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "l"(p));
  return v;
}

template <From kFrom>
__device__ unsigned load(const unsigned* p) {
  unsigned v;
  if constexpr (kFrom == From::L1)
    asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(v) : "l"(p));
  else
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(p));
  return v;
}

__device__ unsigned mixed(uint4 v) { return v.x ^ v.y ^ v.z ^ v.w; }
__device__ unsigned mixed(unsigned v) { return v; }

// Each lane reads every `stride`-th T; it goes on by `jump` T, less than `count`, and stays within
// them.
template <From kFrom, class T, int kUnroll>
__global__ void read(Span* spans, unsigned* out, const T* data, unsigned count, unsigned stride,
                     unsigned jump, int rounds) {
  unsigned at = ((blockIdx.x * blockDim.x + threadIdx.x) * stride) % count, sum = 0;
  __syncthreads();
  const long long begin = now();
  for (int round = 0; round < rounds; round += kUnroll) {
    T v[kUnroll];
#pragma unroll
    for (int i = 0; i < kUnroll; ++i) {
      v[i] = load<kFrom>(data + at);
      at += jump;
      if (at >= count) at -= count;
    }
#pragma unroll
    for (int i = 0; i < kUnroll; ++i) sum ^= mixed(v[i]);
  }
  if (sum == 12345) out[0] = sum;
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (threadIdx.x % 32 == 0) spans[warp] = {begin, now()};
}

const void* arena() {
  static Buffer<char> memory(std::size_t(1) << 30);
  return memory.get();
}

// Cycles that a warp's load takes of one SM.
template <From kFrom, class T, int kUnroll>
double each(int warps, std::size_t bytes, unsigned stride) {
  const int rounds = 256;
  const unsigned count = unsigned(bytes / sizeof(T));
  static std::size_t fresh = 0;  // what is to come from DRAM is not read twice
  Buffer<Span> spans(warps);
  Buffer<unsigned> out(1);
  return least([&] {
           const std::size_t from = bytes == kFresh ? fresh++ % 31 * kFresh / sizeof(T) : 0;
           read<kFrom, T, kUnroll><<<1, warps * 32>>>(spans.get(), out.get(),
                                                      static_cast<const T*>(arena()) + from, count,
                                                      stride, warps * 32 * stride % count, rounds);
           check(cudaDeviceSynchronize());
           return length(spans.read());
         }) /
         (rounds * warps);
}

// Bytes a cycle of the whole GPU.
template <From kFrom, class T>
double all(int blocks, std::size_t bytes, int rounds) {
  Buffer<Span> spans(std::size_t(blocks) * 32);
  Buffer<unsigned> out(1);
  const unsigned count = unsigned(bytes / sizeof(T));
  const double ms = milliseconds(5, [&] {
    read<kFrom, T, 8><<<blocks, 1024>>>(spans.get(), out.get(), static_cast<const T*>(arena()),
                                        count, 1, blocks * 1024 % count, rounds);
  });
  return double(blocks) * 1024 * rounds * sizeof(T) / (ms * 1e6 * kGigahertz);
}

__global__ void write(uint4* data, unsigned count, unsigned jump, int rounds) {
  unsigned at = (blockIdx.x * blockDim.x + threadIdx.x) % count;
  for (int round = 0; round < rounds; ++round) {
    data[at] = make_uint4(at, at, at, at);
    at += jump;
    if (at >= count) at -= count;
  }
}

double written(int blocks, std::size_t bytes, int rounds) {
  const unsigned count = unsigned(bytes / 16);
  auto* data = static_cast<uint4*>(const_cast<void*>(arena()));
  const double ms =
      milliseconds(5, [&] { write<<<blocks, 1024>>>(data, count, blocks * 1024 % count, rounds); });
  return double(blocks) * 1024 * rounds * 16 / (ms * 1e6 * kGigahertz);
}

void of_one_sm() {
  const std::size_t kb = 1024;
  for (int warps = 1; warps <= 32; warps *= 2) {
    line("cycles_each", "l1_32", warps, each<From::L1, unsigned, 8>(warps, 16 * kb, 1));
    line("cycles_each", "l1_128", warps, each<From::L1, uint4, 8>(warps, 64 * kb, 1));
    line("cycles_each", "l2_32_by_1", warps, each<From::L2, unsigned, 1>(warps, 8192 * kb, 1));
    line("cycles_each", "l2_32_by_8", warps, each<From::L2, unsigned, 8>(warps, 8192 * kb, 1));
    line("cycles_each", "l2_128_by_8", warps, each<From::L2, uint4, 8>(warps, 8192 * kb, 1));
    line("cycles_each", "dram_128_by_8", warps, each<From::L2, uint4, 8>(warps, kFresh, 1));
  }
  for (unsigned stride : {1, 2, 4, 8, 16, 32, 33}) {
    line("cycles_by_stride", "l1_32", int(stride),
         each<From::L1, unsigned, 8>(32, 128 * kb, stride));
    line("cycles_by_stride", "l2_32", int(stride),
         each<From::L2, unsigned, 8>(32, 16384 * kb, stride));
  }
}

}  // namespace

int main() {
  of_one_sm();
  const std::size_t mb = 1 << 20;
  for (int blocks : {1, 2, 8, 33, 66, 132, 264}) {
    line("bytes_a_cycle", "l2_by_blocks", blocks, all<From::L2, uint4>(blocks, 16 * mb, 512));
    line("bytes_a_cycle", "dram_by_blocks", blocks, all<From::L2, uint4>(blocks, 1024 * mb, 512));
  }
  for (int megabytes : {4, 16, 24, 32, 40, 48, 64, 96, 1024})
    line("bytes_a_cycle", "read_mb", megabytes, all<From::L2, uint4>(264, megabytes * mb, 512));
  for (int megabytes : {4, 16, 24, 32, 48, 1024})
    line("bytes_a_cycle", "write_mb", megabytes, written(264, megabytes * mb, 512));
  line("bytes_a_cycle", "read_32_bits", 1024, all<From::L2, unsigned>(264, 1024 * mb, 1024));
}
