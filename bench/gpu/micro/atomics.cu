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
template <class Launch>
double cycles_each(int blocks, int threads, Launch&& launch) {
  const double ms = milliseconds(3, launch);
  return ms * 1e6 * 1.98 / (double(kRounds) * blocks * threads / 32);
}

double rate(int blocks, int threads, unsigned lane_stride, unsigned block_stride) {
  Buffer<unsigned> words(std::size_t(1) << 22);
  return cycles_each(blocks, threads, [&] {
    add<<<blocks, threads>>>(words.get(), lane_stride, block_stride, kRounds);
  });
}

// Operations as functions of a word's address, for `of_kind`.
#define OPERATION(name, type, text, ...)                     \
  struct name {                                              \
    using Type = type;                                       \
    __device__ static void apply(type* at) {                 \
      asm volatile(text::"l"(at), ##__VA_ARGS__ : "memory"); \
    }                                                        \
  }
OPERATION(AddU32, unsigned, "red.global.add.u32 [%0], 1;");
OPERATION(MaxU32, unsigned, "red.global.max.u32 [%0], 1;");
OPERATION(AddF32, float, "red.global.add.f32 [%0], %1;", "f"(1.0F));
OPERATION(AddF16x2, unsigned, "red.global.add.noftz.f16x2 [%0], %1;", "r"(0x3c003c00U));
OPERATION(AddU64, unsigned long long, "red.global.add.u64 [%0], 1;");
OPERATION(AddF64, double, "red.global.add.f64 [%0], %1;", "d"(1.0));
OPERATION(ExchB32, unsigned, "{ .reg .b32 r; atom.global.exch.b32 r, [%0], 1; }");
OPERATION(CasB32, unsigned, "{ .reg .b32 r; atom.global.cas.b32 r, [%0], 0, 1; }");
#undef OPERATION

// Lane i of block b on word (i * lanes + b * blocks).
template <class Operation>
__global__ void of_kind(typename Operation::Type* words, unsigned lanes, unsigned blocks,
                        int rounds) {
  for (int i = 0; i < rounds; ++i)
    Operation::apply(words + threadIdx.x * lanes + blockIdx.x * blocks);
}

template <class Operation>
void measure(const char* name) {
  Buffer<typename Operation::Type> words(std::size_t(1) << 20);
  const auto each = [&](int blocks, unsigned lane_stride, unsigned block_stride) {
    return cycles_each(blocks, 256, [&] {
      of_kind<Operation><<<blocks, 256>>>(words.get(), lane_stride, block_stride, kRounds);
    });
  };
  for (int blocks : {1, 132}) line(name, "one_word", blocks, each(blocks, 0, 0));
  line(name, "word_a_block", 132, each(132, 0, 64));
  for (int blocks : {1, 132}) line(name, "same_words", blocks, each(blocks, 1, 0));
  for (int blocks : {1, 132, 1056}) line(name, "own_words", blocks, each(blocks, 1, 256));
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
  measure<AddU32>("add_u32");
  measure<MaxU32>("max_u32");
  measure<AddF32>("add_f32");
  measure<AddF16x2>("add_f16x2");
  measure<AddU64>("add_u64");
  measure<AddF64>("add_f64");
  measure<ExchB32>("exch_b32");
  measure<CasB32>("cas_b32");
}
