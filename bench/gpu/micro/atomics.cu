// Atomics on global memory: latency, and rates by how many lanes and blocks share a word.
#include "micro.cuh"

namespace {

using namespace micro;

constexpr int kRounds = 128;

__global__ void latency(Span* span, unsigned* word) {
  unsigned v = 1;
  const long long begin = now();
  for (int i = 0; i < kRounds; ++i)
    asm volatile("atom.global.exch.b32 %0, [%1], %0;" : "+r"(v) : "l"(word) : "memory");
  word[1] = v;
  *span = {begin, now()};
}

// Lane i of block b adds to word (i * lanes + b * blocks) of its round; without a result (RED).
__global__ void add(unsigned* words, unsigned lanes, unsigned blocks, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    asm volatile(
        "red.global.add.u32 [%0], 1;" ::"l"(words + threadIdx.x * lanes + blockIdx.x * blocks)
        : "memory");
  }
}

// Cycles that one warp's instruction takes of the whole GPU.
double rate(int blocks, int threads, unsigned lane_stride, unsigned block_stride) {
  Buffer<unsigned> words(std::size_t(1) << 22);
  const double ms = milliseconds(
      3, [&] { add<<<blocks, threads>>>(words.get(), lane_stride, block_stride, kRounds); });
  return ms * 1e6 * 1.98 / (double(kRounds) * blocks * threads / 32);
}

}  // namespace

int main() {
  Buffer<Span> span(1);
  Buffer<unsigned> word(1024);
  line("latency", "atomg_exch", 1, least([&] {
                                     latency<<<1, 1>>>(span.get(), word.get());
                                     check(cudaDeviceSynchronize());
                                     return length(span.read());
                                   }) / kRounds);
  for (int blocks : {1, 132, 1056}) {
    line("cycles_each", "red_one_word", blocks, rate(blocks, 256, 0, 0));
    line("cycles_each", "red_word_a_block", blocks, rate(blocks, 256, 0, 64));
    line("cycles_each", "red_same_words", blocks, rate(blocks, 256, 1, 0));
    line("cycles_each", "red_own_words", blocks, rate(blocks, 256, 1, 256));
    line("cycles_each", "red_own_sectors", blocks, rate(blocks, 256, 8, 2048));
  }
}
