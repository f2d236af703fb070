#include "sim/isa/lanes/families.hpp"
#include "sim/isa/lanes/float_math.hpp"

// PTX ISA 9.7.3: f64 arithmetic, rounded to nearest even.
namespace lanescope::isa {
namespace {

constexpr u64 kSign = 0x8000000000000000ULL;
constexpr u64 kInfinity = 0x7ff0000000000000ULL;
constexpr u64 kSmallestNormal = 0x0010000000000000ULL;

// -0 counts as less than +0: of equal values the bits are joined or met.
struct Smaller {
  LANE double apply(double a, double b) {
    return a < b ? a : b < a ? b : as_double(bits_of(a) | bits_of(b));
  }
};
struct Larger {
  LANE double apply(double a, double b) {
    return a > b ? a : b > a ? b : as_double(bits_of(a) & bits_of(b));
  }
};
// One NaN counts as absent; of two, the second is kept.
template <class F>
struct Extremum {
  LANE double apply(double a, double b) {
    const double number = is_nan(b) ? a : F::apply(a, b);
    return !is_nan(a) ? number : is_nan(b) ? quiet(b) : b;
  }
};

struct Abs {
  LANE double apply(double a) { return as_double(bits_of(a) & ~kSign); }
};
struct Neg {
  LANE double apply(double a) { return as_double(bits_of(a) ^ kSign); }
};
struct Copysign {
  LANE double apply(double a, double b) {
    return as_double((bits_of(a) & kSign) | (bits_of(b) & ~kSign));
  }
};

template <Variant Kind>
struct Testp {
  LANE u32 apply(double v) {
    const u64 bits = bits_of(v) & ~kSign;
    bool yes = false;
    if (Kind == Variant::Finite) yes = bits < kInfinity;
    if (Kind == Variant::Infinite) yes = bits == kInfinity;
    if (Kind == Variant::Number) yes = bits <= kInfinity;
    if (Kind == Variant::NotANumber) yes = bits > kInfinity;
    if (Kind == Variant::Normal) yes = bits == 0 || (bits >= kSmallestNormal && bits < kInfinity);
    if (Kind == Variant::Subnormal) yes = bits != 0 && bits < kSmallestNormal;
    return yes ? 0xffffffffU : 0U;
  }
};

Lanes testp(const Selector& s) {
  switch (s.variant) {
    case Variant::Finite:
      return unary<Testp<Variant::Finite>, Pred, F64>();
    case Variant::Infinite:
      return unary<Testp<Variant::Infinite>, Pred, F64>();
    case Variant::Number:
      return unary<Testp<Variant::Number>, Pred, F64>();
    case Variant::NotANumber:
      return unary<Testp<Variant::NotANumber>, Pred, F64>();
    case Variant::Normal:
      return unary<Testp<Variant::Normal>, Pred, F64>();
    case Variant::Subnormal:
      return unary<Testp<Variant::Subnormal>, Pred, F64>();
    default:
      return kNoLanes;
  }
}

Lanes fma(const Selector& s) {
  if (s.negated_product) {
    return s.negated_addend ? ternary<Double<SignedFma<true, true>>, F64>()
                            : ternary<Double<SignedFma<true, false>>, F64>();
  }
  return s.negated_addend ? ternary<Double<SignedFma<false, true>>, F64>()
                          : ternary<Double<FloatFma>, F64>();
}

}  // namespace

namespace LANESCOPE_LEVEL {

Lanes select_float64(const Selector& s) {
  switch (s.op) {
    case Op::Add:
      return binary<Double<FloatAdd>, F64>();
    case Op::Sub:
      return binary<Double<FloatSub>, F64>();
    case Op::Mul:
      return binary<Double<FloatMul>, F64>();
    case Op::Fma:
    case Op::Mad:
      return fma(s);
    case Op::Div:
      return binary<Double<FloatDiv>, F64>();
    case Op::Rcp:
      return unary<Double<FloatRcp>, F64>();
    case Op::Sqrt:
      return unary<Double<FloatSqrt>, F64>();
    case Op::Min:
      return binary<Extremum<Smaller>, F64>();
    case Op::Max:
      return binary<Extremum<Larger>, F64>();
    case Op::Abs:
      return unary<Abs, F64>();
    case Op::Neg:
      return unary<Neg, F64>();
    case Op::Copysign:
      return binary<Copysign, F64>();
    case Op::Testp:
      return testp(s);
    default:
      return kNoLanes;
  }
}

}  // namespace LANESCOPE_LEVEL
}  // namespace lanescope::isa
