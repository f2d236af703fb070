#include "sim/isa/lanes/families.hpp"
#include "sim/isa/lanes/half_math.hpp"

// PTX ISA 9.7.4: arithmetic on f16, bf16 and pairs of them.
namespace lanescope::isa {
namespace {

struct Add {
  LANE Sum apply(double a, double b) { return exact_sum(a, b); }
};
struct Sub {
  LANE Sum apply(double a, double b) { return exact_sum(a, -b); }
};
struct Mul {
  LANE Sum apply(double a, double b) { return {a * b, 0.0}; }
};
template <bool NegatedProduct, bool NegatedAddend>
struct Fma {
  LANE Sum apply(double a, double b, double c) {
    return exact_sum((NegatedProduct ? -a : a) * b, NegatedAddend ? -c : c);
  }
};

template <class Format>
LANE u16 flush_half(u16 v) {
  return static_cast<u16>((v & 0x7fffU) < Format::kSmallestNormal ? v & 0x8000U : v);
}
template <class Format>
LANE bool is_nan_half(u16 v) {
  return (v & 0x7fffU) > Format::kInfinity;
}

enum class Clamp { None, Saturate, Relu };

// Computes exactly in double, rounds once.
template <class Format, class F, bool Ftz, Clamp Limit>
struct Arithmetic {
  LANE double operand(u16 v) {
    return static_cast<double>(Format::to_float(Ftz ? flush_half<Format>(v) : v));
  }
  LANE u16 result(u16 v) {
    if constexpr (Ftz) v = flush_half<Format>(v);
    const bool negative = (v & 0x8000U) != 0;
    const bool nan = is_nan_half<Format>(v);
    if constexpr (Limit == Clamp::Saturate) {
      v = negative || nan ? u16{0} : v > Format::kOne ? static_cast<u16>(Format::kOne) : v;
    }
    if constexpr (Limit == Clamp::Relu) v = negative && !nan ? u16{0} : v;
    return v;
  }
  template <class... T>
  LANE u16 apply(T... v) {
    const Sum exact = F::apply(operand(v)...);
    return result(Format::from_float(round_to_odd(exact.value, exact.error)));
  }
};

template <class Format, bool Larger, bool Ftz, bool PassNan>
struct Extremum {
  // Half patterns ordered as integers, -0 below +0.
  LANE s32 rank(u16 v) {
    return (v & 0x8000U) != 0 ? -static_cast<s32>(v & 0x7fffU) - 1 : static_cast<s32>(v);
  }
  LANE u16 apply(u16 x, u16 y) {
    const u16 a = Ftz ? flush_half<Format>(x) : x;
    const u16 b = Ftz ? flush_half<Format>(y) : y;
    const bool a_nan = is_nan_half<Format>(a);
    const bool b_nan = is_nan_half<Format>(b);
    const bool first = Larger ? rank(a) > rank(b) : rank(a) < rank(b);
    const u16 number = a_nan ? b : b_nan ? a : first ? a : b;
    const bool nan = PassNan ? a_nan || b_nan : a_nan && b_nan;
    return static_cast<u16>(nan ? 0x7fffU : number);
  }
};
template <class Format, bool Larger, bool Ftz, bool PassNan>
struct XorSign {
  LANE u16 apply(u16 a, u16 b) {
    const u16 r = Extremum<Format, Larger, Ftz, PassNan>::apply(static_cast<u16>(a & 0x7fffU),
                                                                static_cast<u16>(b & 0x7fffU));
    return is_nan_half<Format>(r) ? r : static_cast<u16>(r | ((a ^ b) & 0x8000U));
  }
};

// On an H200 a sum of halves changes signs, so that a NaN becomes the canonical one.
template <class Format>
LANE u16 unless_nan(u16 a, u16 changed) {
  return is_nan_half<Format>(a) ? u16{0x7fff} : changed;
}
template <class Format, bool Ftz>
struct Neg {
  LANE u16 apply(u16 a) {
    return unless_nan<Format>(a, static_cast<u16>((Ftz ? flush_half<Format>(a) : a) ^ 0x8000U));
  }
};
template <class Format, bool Ftz>
struct Abs {
  LANE u16 apply(u16 a) {
    return unless_nan<Format>(a, static_cast<u16>((Ftz ? flush_half<Format>(a) : a) & 0x7fffU));
  }
};

// F on both halves of each word.
template <class F>
struct Twice {
  template <class... T>
  LANE u32 apply(T... v) {
    const u16 low = F::apply(static_cast<u16>(v)...);
    const u16 high = F::apply(static_cast<u16>(v >> 16U)...);
    return low | (static_cast<u32>(high) << 16U);
  }
};

template <int N, class F>
Lanes one_or_two(const Selector& s) {
  switch (s.type) {
    case ptx::Type::F16:
      return same<N, F, F16>();
    case ptx::Type::BF16:
      return same<N, F, BF16>();
    case ptx::Type::F16x2:
      return same<N, Twice<F>, F16x2>();
    case ptx::Type::BF16x2:
      return same<N, Twice<F>, BF16x2>();
    default:
      return kNoLanes;
  }
}

template <int N, class F>
Lanes arithmetic(const Selector& s) {
  if (s.type == ptx::Type::BF16 || s.type == ptx::Type::BF16x2) {
    return s.relu ? one_or_two<N, Arithmetic<Bfloat, F, false, Clamp::Relu>>(s)
                  : one_or_two<N, Arithmetic<Bfloat, F, false, Clamp::None>>(s);
  }
  if (s.relu) {
    return s.ftz ? one_or_two<N, Arithmetic<Half, F, true, Clamp::Relu>>(s)
                 : one_or_two<N, Arithmetic<Half, F, false, Clamp::Relu>>(s);
  }
  if (s.sat) {
    return s.ftz ? one_or_two<N, Arithmetic<Half, F, true, Clamp::Saturate>>(s)
                 : one_or_two<N, Arithmetic<Half, F, false, Clamp::Saturate>>(s);
  }
  return s.ftz ? one_or_two<N, Arithmetic<Half, F, true, Clamp::None>>(s)
               : one_or_two<N, Arithmetic<Half, F, false, Clamp::None>>(s);
}

template <template <class, bool, bool, bool> class F, bool Larger>
Lanes extremum(const Selector& s) {
  if (s.type == ptx::Type::BF16 || s.type == ptx::Type::BF16x2) {
    return s.nan ? one_or_two<2, F<Bfloat, Larger, false, true>>(s)
                 : one_or_two<2, F<Bfloat, Larger, false, false>>(s);
  }
  if (s.ftz) {
    return s.nan ? one_or_two<2, F<Half, Larger, true, true>>(s)
                 : one_or_two<2, F<Half, Larger, true, false>>(s);
  }
  return s.nan ? one_or_two<2, F<Half, Larger, false, true>>(s)
               : one_or_two<2, F<Half, Larger, false, false>>(s);
}

template <template <class, bool> class F>
Lanes sign(const Selector& s) {
  if (s.type == ptx::Type::BF16 || s.type == ptx::Type::BF16x2)
    return one_or_two<1, F<Bfloat, false>>(s);
  return s.ftz ? one_or_two<1, F<Half, true>>(s) : one_or_two<1, F<Half, false>>(s);
}

Lanes fma(const Selector& s) {
  if (s.negated_product) {
    return s.negated_addend ? arithmetic<3, Fma<true, true>>(s)
                            : arithmetic<3, Fma<true, false>>(s);
  }
  return s.negated_addend ? arithmetic<3, Fma<false, true>>(s)
                          : arithmetic<3, Fma<false, false>>(s);
}

}  // namespace

namespace LANESCOPE_LEVEL {

Lanes select_half(const Selector& s) {
  switch (s.op) {
    case Op::Add:
      return arithmetic<2, Add>(s);
    case Op::Sub:
      return arithmetic<2, Sub>(s);
    case Op::Mul:
      return arithmetic<2, Mul>(s);
    case Op::Fma:
      return fma(s);
    case Op::Neg:
      return sign<Neg>(s);
    case Op::Abs:
      return sign<Abs>(s);
    case Op::Min:
      return s.xorsign_abs ? extremum<XorSign, false>(s) : extremum<Extremum, false>(s);
    case Op::Max:
      return s.xorsign_abs ? extremum<XorSign, true>(s) : extremum<Extremum, true>(s);
    default:
      return kNoLanes;
  }
}

}  // namespace LANESCOPE_LEVEL
}  // namespace lanescope::isa
