// How long an instruction's result takes, and how many of them an SM issues in a cycle.
// latency: cycles from one to the next that needs it; rate: warp instructions a cycle of one SM, at
// 1 to 32 warps, eight independent ones a warp.
#include "micro.cuh"

namespace {

using namespace micro;

constexpr int kSteps = 128, kRounds = 16;

#define OP(NAME, TYPE, LETTER, ...)                          \
  struct NAME {                                              \
    using T = TYPE;                                          \
    static constexpr const char* kName = #NAME;              \
    __device__ static void step(T& v, T k) {                 \
      asm volatile(__VA_ARGS__ : "+" LETTER(v) : LETTER(k)); \
    }                                                        \
  };

namespace op {

using U = unsigned;
using L = unsigned long long;
OP(iadd3_lop3, U, "r", "add.u32 %0, %0, %1; xor.b32 %0, %0, %1;")
OP(imad, U, "r", "mad.lo.u32 %0, %0, %1, %1;")
OP(imad_hi, U, "r", "mul.hi.u32 %0, %0, %1;")
OP(imad_wide, L, "l", "{.reg .u32 a, b; mov.b64 {a, b}, %0; mad.wide.u32 %0, a, b, %1;}")
OP(lop3, U, "r", "lop3.b32 %0, %0, %1, 0x5a5a, 0x6a;")
OP(shf, U, "r", "shf.l.wrap.b32 %0, %0, %1, 7;")
OP(shl, U, "r", "shl.b32 %0, %0, %1;")
OP(prmt, U, "r", "prmt.b32 %0, %0, %1, 0x3210;")
OP(vimnmx_lop3, U, "r", "min.u32 %0, %0, %1; xor.b32 %0, %0, 5;")
OP(setp_sel, U, "r", "{.reg .pred p; setp.lt.u32 p, %0, %1; selp.u32 %0, %1, 77, p;}")
OP(lea, U, "r", "{.reg .u32 t; shl.b32 t, %0, 3; add.u32 %0, t, %1;}")
OP(popc, U, "r", "popc.b32 %0, %0;")
OP(flo, U, "r", "bfind.u32 %0, %0;")
OP(brev, U, "r", "brev.b32 %0, %0;")
OP(dp4a, U, "r", "dp4a.u32.u32 %0, %0, %1, %1;")
OP(ffma, float, "f", "fma.rn.f32 %0, %0, %1, %1;")
OP(fadd, float, "f", "add.f32 %0, %0, %1;")
OP(fmul, float, "f", "mul.f32 %0, %0, %1;")
OP(fmnmx_fadd, float, "f", "{.reg .f32 t; min.f32 t, %0, %1; add.f32 %0, t, %1;}")
OP(mufu_ex2, float, "f", "ex2.approx.ftz.f32 %0, %0;")
OP(mufu_rcp_fadd, float, "f", "rcp.approx.ftz.f32 %0, %0; add.f32 %0, %0, %1;")
OP(mufu_sin, float, "f", "sin.approx.ftz.f32 %0, %0;")
OP(mufu_rsq, float, "f", "rsqrt.approx.ftz.f32 %0, %0;")
OP(dadd, double, "d", "add.f64 %0, %0, %1;")
OP(dmul, double, "d", "mul.f64 %0, %0, %1;")
OP(dfma, double, "d", "fma.rn.f64 %0, %0, %1, %1;")
OP(hfma2, U, "r", "fma.rn.f16x2 %0, %0, %1, %1;")
OP(hadd2, U, "r", "add.f16x2 %0, %0, %1;")
OP(i2f, U, "r", "{.reg .f32 f; cvt.rn.f32.u32 f, %0; mov.b32 %0, f;}")
OP(f2i, U, "r", "{.reg .f32 f; mov.b32 f, %0; cvt.rzi.u32.f32 %0, f;}")
OP(f2f, double, "d", "{.reg .f32 f; cvt.rn.f32.f64 f, %0; cvt.f64.f32 %0, f;}")
// Four accumulators, so that nothing is moved: v takes part as all of them.
struct hmma {
  using T = float4;
  static constexpr const char* kName = "hmma";
  __device__ static void step(float4& v, float4 k) {
    const unsigned a = __float_as_uint(k.x);
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, "
        "{%4, %4}, {%0, %1, %2, %3};"
        : "+f"(v.x), "+f"(v.y), "+f"(v.z), "+f"(v.w)
        : "r"(a));
  }
};
OP(shfl, U, "r", "shfl.sync.bfly.b32 %0, %0, 1, 31, -1;")
OP(vote, U, "r", "{.reg .pred p; setp.ne.u32 p, %0, %1; vote.sync.ballot.b32 %0, p, -1;}")
OP(match, U, "r", "match.any.sync.b32 %0, %0, -1;")
OP(redux, U, "r", "redux.sync.add.u32 %0, %0, -1;")

}  // namespace op

template <class T>
__device__ T begun(T seed, int i) {
  return seed + T(i);
}
__device__ float4 begun(float4 seed, int i) { return {seed.x + i, seed.y, seed.z, seed.w}; }

template <class T>
T number(int i) {
  return T(i);
}
template <>
float4 number<float4>(int i) {
  return {float(i), 0, 0, 0};
}

template <class Op, int kChains>
__global__ void chain(Span* spans, typename Op::T* out, typename Op::T seed, typename Op::T k) {
  typename Op::T v[kChains];
  for (int i = 0; i < kChains; ++i) v[i] = begun(seed, int(threadIdx.x) + i);
  __syncthreads();
  const Span span = timed<kRounds, kSteps>(v, [k](typename Op::T& one, int) { Op::step(one, k); });
  keep(v, span, out, spans);
}

template <class Op, int kChains>
double cycles(int warps) {
  Buffer<Span> spans(warps);
  Buffer<typename Op::T> out(warps * 32 * kChains);
  return least([&] {
    chain<Op, kChains>
        <<<1, warps * 32>>>(spans.get(), out.get(), number<typename Op::T>(3), number<typename Op::T>(5));
    check(cudaDeviceSynchronize());
    return length(spans.read());
  });
}

template <class Op>
void measure() {
  const double steps = kSteps * kRounds;
  line("latency", Op::kName, 1, cycles<Op, 1>(1) / steps);
  for (int warps = 1; warps <= 32; warps *= 2)
    line("rate", Op::kName, warps, steps * warps / cycles<Op, 8>(warps));
}

template <class... Ops>
void measure_all() {
  (measure<Ops>(), ...);
}

}  // namespace

int main() {
  measure_all<op::iadd3_lop3, op::imad, op::imad_hi, op::imad_wide, op::lop3, op::shf, op::shl,
              op::prmt, op::vimnmx_lop3, op::setp_sel, op::lea, op::popc, op::flo, op::brev,
              op::dp4a, op::ffma, op::fadd, op::fmul, op::fmnmx_fadd, op::mufu_ex2,
              op::mufu_rcp_fadd, op::mufu_sin, op::mufu_rsq, op::dadd, op::dmul, op::dfma,
              op::hfma2, op::hadd2, op::i2f, op::f2i, op::f2f, op::hmma, op::shfl, op::vote,
              op::match, op::redux>();
}
