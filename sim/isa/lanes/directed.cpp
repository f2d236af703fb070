#include <cfenv>

#include "sim/isa/lanes/float_math.hpp"

// PTX ISA 9.7.3: f32 and f64 arithmetic rounded towards zero, down or up. The host's rounding mode
// is set for the time of one warp instruction. The lanes are read after it is set and written
// before it is restored, through memory that the compiler must suppose those calls to see.
namespace lanescope::isa {
namespace {

constexpr int host_mode(Rounding rounding) {
  if (rounding == Rounding::Down) return FE_DOWNWARD;
  return rounding == Rounding::Up ? FE_UPWARD : FE_TOWARDZERO;
}

template <Rounding R, FullOp Full, MaskedOp Masked>
struct Directed {
  static void full(std::byte* file, const LaneOperands& o) {
    const int before = std::fegetround();
    std::fesetround(host_mode(R));
    Full(file, o);
    std::fesetround(before);
  }
  static void masked(std::byte* file, const LaneOperands& o, const LaneWords& active) {
    const int before = std::fegetround();
    std::fesetround(host_mode(R));
    Masked(file, o, active);
    std::fesetround(before);
  }
};

template <Rounding R, class L, int N, class T>
constexpr Lanes directed_lanes() {
  using D = Directed<R, L::full, L::masked>;
  Lanes lanes{D::full, D::masked, {T::kType}, {}};
  for (int i = 0; i < N; ++i) lanes.src[i] = T::kType;
  return lanes;
}

template <Rounding R, int N, class F, class T>
constexpr Lanes of_arity() {
  if constexpr (N == 1) return directed_lanes<R, Unary<F, T, T>, N, T>();
  if constexpr (N == 2) return directed_lanes<R, Binary<F, T, T, T>, N, T>();
  if constexpr (N == 3) return directed_lanes<R, Ternary<F, T, T, T, T>, N, T>();
}

template <Rounding R, int N, class F>
Lanes of_type(const Selector& s) {
  if (s.type == ptx::Type::F64) return of_arity<R, N, Double<F>, F64>();
  if (s.ftz && s.sat) return of_arity<R, N, Modified<F, true, true>, F32>();
  if (s.ftz) return of_arity<R, N, Modified<F, true, false>, F32>();
  if (s.sat) return of_arity<R, N, Modified<F, false, true>, F32>();
  return of_arity<R, N, Modified<F, false, false>, F32>();
}

template <int N, class F>
Lanes directed(const Selector& s) {
  switch (s.rounding) {
    case Rounding::Zero:
      return of_type<Rounding::Zero, N, F>(s);
    case Rounding::Down:
      return of_type<Rounding::Down, N, F>(s);
    case Rounding::Up:
      return of_type<Rounding::Up, N, F>(s);
    default:
      return kNoLanes;
  }
}

}  // namespace

Lanes select_directed(const Selector& s) {
  switch (s.op) {
    case Op::Add:
      return directed<2, FloatAdd>(s);
    case Op::Sub:
      return directed<2, FloatSub>(s);
    case Op::Mul:
      return directed<2, FloatMul>(s);
    case Op::Fma:
    case Op::Mad:
      return directed<3, FloatFma>(s);
    case Op::Div:
      return directed<2, FloatDiv>(s);
    case Op::Rcp:
      return directed<1, FloatRcp>(s);
    case Op::Sqrt:
      return directed<1, FloatSqrt>(s);
    default:
      return kNoLanes;
  }
}

}  // namespace lanescope::isa
