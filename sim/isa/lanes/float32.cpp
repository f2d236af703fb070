#include "sim/isa/lanes/families.hpp"
#include "sim/isa/lanes/float_math.hpp"

// PTX ISA 9.7.3: f32 arithmetic, rounded to nearest even.
namespace lanescope::isa {
namespace {

struct Sign {
  LANE u32 of(float v) { return bits_of(v) & 0x80000000U; }
};
LANE float magnitude(float v) { return as_float(bits_of(v) & 0x7fffffffU); }

// -0 counts as less than +0: of equal values the bits are joined or met.
struct Smaller {
  LANE float apply(float a, float b) {
    return a < b ? a : b < a ? b : as_float(bits_of(a) | bits_of(b));
  }
};
struct Larger {
  LANE float apply(float a, float b) {
    return a > b ? a : b > a ? b : as_float(bits_of(a) & bits_of(b));
  }
};

template <class F, bool Ftz, bool PassNan>
struct Extremum {
  LANE float pick(float a, float b) {
    const float number = is_nan(a) ? b : is_nan(b) ? a : F::apply(a, b);
    return canonical(PassNan && (is_nan(a) || is_nan(b)) ? as_float(0x7fffffffU) : number);
  }
  LANE float apply(float a, float b) { return pick(input<Ftz>(a), input<Ftz>(b)); }
  LANE float apply(float a, float b, float c) { return pick(apply(a, b), input<Ftz>(c)); }
};
// .xorsign.abs: of the magnitudes; the sign is that of the product.
template <class F, bool Ftz, bool PassNan>
struct XorSign {
  LANE float apply(float a, float b) {
    const float r = Extremum<F, Ftz, PassNan>::apply(magnitude(a), magnitude(b));
    return is_nan(r) ? r : as_float((bits_of(r) & 0x7fffffffU) | (Sign::of(a) ^ Sign::of(b)));
  }
};
template <class F, bool Ftz, bool PassNan>
struct OfMagnitudes {
  LANE float apply(float a, float b, float c) {
    return Extremum<F, Ftz, PassNan>::apply(magnitude(a), magnitude(b), magnitude(c));
  }
};

template <bool Ftz>
struct Abs {
  LANE float apply(float a) { return canonical(magnitude(input<Ftz>(a))); }
};
template <bool Ftz>
struct Neg {
  LANE float apply(float a) { return canonical(as_float(bits_of(input<Ftz>(a)) ^ 0x80000000U)); }
};
struct Copysign {
  LANE float apply(float a, float b) { return as_float(Sign::of(a) | (bits_of(b) & 0x7fffffffU)); }
};

template <Variant Kind>
struct Testp {
  LANE u32 apply(float v) {
    const u32 bits = bits_of(v) & 0x7fffffffU;
    bool yes = false;
    if (Kind == Variant::Finite) yes = bits < 0x7f800000U;
    if (Kind == Variant::Infinite) yes = bits == 0x7f800000U;
    if (Kind == Variant::Number) yes = bits <= 0x7f800000U;
    if (Kind == Variant::NotANumber) yes = bits > 0x7f800000U;
    if (Kind == Variant::Normal) yes = bits == 0 || (bits >= 0x00800000U && bits < 0x7f800000U);
    if (Kind == Variant::Subnormal) yes = bits != 0 && bits < 0x00800000U;
    return yes ? 0xffffffffU : 0U;
  }
};

template <class F, bool Ftz, bool PassNan>
Lanes extremum(const Selector& s) {
  if (s.xorsign_abs) return binary<XorSign<F, Ftz, PassNan>, F32>();
  if (s.abs_only) return ternary<OfMagnitudes<F, Ftz, PassNan>, F32>();
  if (s.sources == 3) return ternary<Extremum<F, Ftz, PassNan>, F32>();
  return binary<Extremum<F, Ftz, PassNan>, F32>();
}

template <class F>
Lanes extremum(const Selector& s) {
  if (s.ftz) return s.nan ? extremum<F, true, true>(s) : extremum<F, true, false>(s);
  return s.nan ? extremum<F, false, true>(s) : extremum<F, false, false>(s);
}

Lanes testp(const Selector& s) {
  switch (s.variant) {
    case Variant::Finite:
      return unary<Testp<Variant::Finite>, Pred, F32>();
    case Variant::Infinite:
      return unary<Testp<Variant::Infinite>, Pred, F32>();
    case Variant::Number:
      return unary<Testp<Variant::Number>, Pred, F32>();
    case Variant::NotANumber:
      return unary<Testp<Variant::NotANumber>, Pred, F32>();
    case Variant::Normal:
      return unary<Testp<Variant::Normal>, Pred, F32>();
    case Variant::Subnormal:
      return unary<Testp<Variant::Subnormal>, Pred, F32>();
    default:
      return kNoLanes;
  }
}

Lanes fma(const Selector& s) {
  if (s.negated_product) {
    return s.negated_addend ? with_modifiers<3, SignedFma<true, true>>(s)
                            : with_modifiers<3, SignedFma<true, false>>(s);
  }
  return s.negated_addend ? with_modifiers<3, SignedFma<false, true>>(s)
                          : with_modifiers<3, FloatFma>(s);
}

}  // namespace

namespace LANESCOPE_LEVEL {

Lanes select_float32(const Selector& s) {
  switch (s.op) {
    case Op::Add:
      return with_modifiers<2, FloatAdd>(s);
    case Op::Sub:
      return with_modifiers<2, FloatSub>(s);
    case Op::Mul:
      return with_modifiers<2, FloatMul>(s);
    case Op::Fma:
    case Op::Mad:
      return fma(s);
    case Op::Div:
      return with_modifiers<2, FloatDiv>(s);
    case Op::Rcp:
      return with_modifiers<1, FloatRcp>(s);
    case Op::Sqrt:
      return with_modifiers<1, FloatSqrt>(s);
    case Op::Min:
      return extremum<Smaller>(s);
    case Op::Max:
      return extremum<Larger>(s);
    case Op::Abs:
      return s.ftz ? unary<Abs<true>, F32>() : unary<Abs<false>, F32>();
    case Op::Neg:
      return s.ftz ? unary<Neg<true>, F32>() : unary<Neg<false>, F32>();
    case Op::Copysign:
      return binary<Copysign, F32>();
    case Op::Testp:
      return testp(s);
    default:
      return kNoLanes;
  }
}

}  // namespace LANESCOPE_LEVEL
}  // namespace lanescope::isa
