// Shared memory, constants, barriers and atomics: latencies by chains, rates by warps and
// conflicts.
#include "micro.cuh"

namespace {

using namespace micro;

constexpr int kSteps = 64, kRounds = 16;
__constant__ unsigned constants[4096];

#define STEP(NAME, ...)                                                    \
  struct NAME {                                                            \
    static constexpr const char* kName = #NAME;                            \
    __device__ static void step(unsigned& v, unsigned k, unsigned where) { \
      asm volatile(__VA_ARGS__);                                           \
    }                                                                      \
  };

// Words of shared memory hold `where`, so that a loaded word is the next address.
STEP(lds32, "ld.shared.u32 %0, [%0];" : "+r"(v)::"memory")
STEP(lds64, "{.reg .u32 t; ld.shared.v2.u32 {%0, t}, [%0];}" : "+r"(v)::"memory")
STEP(lds128, "{.reg .u32 t, u, w; ld.shared.v4.u32 {%0, t, u, w}, [%0];}" : "+r"(v)::"memory")
STEP(ldc, "ld.const.u32 %0, [%0];" : "+r"(v)::"memory")
STEP(atoms_add, "atom.shared.add.u32 %0, [%1], %0;" : "+r"(v) : "r"(where) : "memory")
STEP(atoms_cas, "atom.shared.cas.b32 %0, [%1], %0, %2;" : "+r"(v) : "r"(where), "r"(k) : "memory")
STEP(sts_lds, "st.volatile.shared.u32 [%1], %0; ld.volatile.shared.u32 %0, [%1];"
     : "+r"(v)
     : "r"(where)
     : "memory")
STEP(bar, "bar.sync 0;" ::: "memory")
STEP(bar_warp, "bar.warp.sync 0xffffffff;" ::: "memory")

template <class Op, int kChains>
__global__ void chain(Span* spans, unsigned* out, unsigned stride, bool constant) {
  extern __shared__ unsigned words[];
  const unsigned base = unsigned(__cvta_generic_to_shared(words));
  for (unsigned i = threadIdx.x; i < 8192; i += blockDim.x) words[i] = base + i * 4 % 16384;
  __syncthreads();
  const unsigned where = base + threadIdx.x % 32 * stride + threadIdx.x / 32 * 128 % 1024;
  unsigned v[kChains];
  for (int i = 0; i < kChains; ++i) v[i] = constant ? 0 : where;
  words[(where - base) / 4] = where;
  words[(where - base) / 4 + 1] = where;
  __syncthreads();
  const Span span = timed<kRounds, kSteps>(
      v, [where](unsigned& one, int round) { Op::step(one, round, where); });
  keep(v, span, out, spans);
}

template <class Op, int kChains = 1>
double cycles(int warps, int lanes, unsigned stride, bool constant = false) {
  Buffer<Span> spans(warps);
  Buffer<unsigned> out(warps * 32 * kChains);
  check(
      cudaFuncSetAttribute(chain<Op, kChains>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
  return least([&] {
           const int threads = warps > 1 ? warps * 32 : lanes;
           chain<Op, kChains><<<1, threads, 65536>>>(spans.get(), out.get(), stride, constant);
           check(cudaDeviceSynchronize());
           return length(spans.read());
         }) /
         (kSteps * kRounds);
}

// Latency of one lane and of a warp, then by stride between lanes, then the rate of many warps.
template <class Op>
void measure(unsigned width) {
  line("latency_lane", Op::kName, 1, cycles<Op>(1, 1, width));
  for (unsigned stride = width; stride <= 128; stride *= 2)
    line("latency_stride", Op::kName, int(stride), cycles<Op>(1, 32, stride));
  for (int warps = 1; warps <= 32; warps *= 2)
    line("rate", Op::kName, warps, warps / cycles<Op, 4>(warps, 32, width));
  for (unsigned stride = width; stride <= 128; stride *= 2)
    line("rate_stride", Op::kName, int(stride), 32 / cycles<Op, 4>(32, 32, stride));
}

template <class Op>
void measure_barrier() {
  for (int warps : {1, 2, 4, 8, 12, 16, 24, 32})
    line("cycles_each", Op::kName, warps, cycles<Op>(warps, 32, 4));
}

}  // namespace

int main() {
  measure<lds32>(4);
  measure<lds64>(8);
  measure<lds128>(16);
  measure<atoms_add>(4);
  measure<atoms_cas>(4);
  measure<sts_lds>(4);
  line("latency_stride", "atoms_add", 0, cycles<atoms_add>(1, 32, 0));
  line("latency_stride", "atoms_cas", 0, cycles<atoms_cas>(1, 32, 0));
  std::vector<unsigned> zeros(4096);
  check(cudaMemcpyToSymbol(constants, zeros.data(), zeros.size() * 4));
  line("latency_lane", "ldc", 1, cycles<ldc>(1, 1, 0, true));
  for (int warps = 1; warps <= 32; warps *= 2)
    line("rate", "ldc", warps, warps / cycles<ldc, 4>(warps, 32, 0, true));
  measure_barrier<bar>();
  measure_barrier<bar_warp>();
}
