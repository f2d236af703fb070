#include "sim/isa/lanes/families.hpp"
#include "sim/isa/lanes/half_math.hpp"

// PTX ISA 9.7.9.21: the conversions that compilers emit; the others are in rare_convert.cpp, to
// which an empty answer leaves them.
namespace lanescope::isa {
namespace {

struct Cast {
  template <class A>
  LANE auto apply(A a) {
    return a;
  }
};
// Integer to integer: the value of the source's type, cut or extended to the result's.
template <class D>
struct To {
  template <class A>
  LANE typename D::Value apply(A a) {
    return static_cast<typename D::Value>(a);
  }
};

template <Rounding R>
LANE float round_to_integer(float v) {
  if constexpr (R == Rounding::IntNearest) return __builtin_rintf(v);
  if constexpr (R == Rounding::IntDown) return __builtin_floorf(v);
  if constexpr (R == Rounding::IntUp) return __builtin_ceilf(v);
  return __builtin_truncf(v);
}
template <Rounding R>
LANE double round_to_integer(double v) {
  if constexpr (R == Rounding::IntNearest) return __builtin_rint(v);
  if constexpr (R == Rounding::IntDown) return __builtin_floor(v);
  if constexpr (R == Rounding::IntUp) return __builtin_ceil(v);
  return __builtin_trunc(v);
}

// 2 to the power of the number of value bits, and what a NaN becomes: 0 from f32 to at most 32
// bits, otherwise the highest bit alone (PTX ISA 9.7.9.21).
template <class D, class A>
struct Limits {
  using U = Unsigned<D>;
  static constexpr A kEnd = static_cast<A>(U{1} << (kBits<D> - 1)) * (kSigned<D> ? A{1} : A{2});
  static constexpr U kTop = static_cast<U>(U{1} << (kBits<D> - 1));
  static constexpr D kMin = kSigned<D> ? static_cast<D>(kTop) : D{0};
  static constexpr D kMax = kSigned<D> ? static_cast<D>(kTop - 1) : static_cast<D>(~U{0});
  static constexpr D kNan = sizeof(A) == 4 && sizeof(D) <= 4 ? D{0} : static_cast<D>(kTop);
};
template <class D, Rounding R, bool Ftz>
struct ToInteger {
  using Value = typename D::Value;
  template <class A>
  LANE Value apply(A a) {
    if constexpr (Ftz) a = flush(a);
    using L = Limits<Value, A>;
    const A v = round_to_integer<R>(a);
    const bool below = kSigned<Value> ? v < -L::kEnd : v <= 0;
    return is_nan(v) ? L::kNan : v >= L::kEnd ? L::kMax : below ? L::kMin : static_cast<Value>(v);
  }
};

template <Rounding R, bool Ftz>
struct Integral {
  LANE float apply(float a) {
    if constexpr (Ftz) a = flush(a);
    return canonical(round_to_integer<R>(a));
  }
  LANE double apply(double a) { return keep_nan(round_to_integer<R>(a), a); }
};

// An H200 gives the canonical NaN for one of f16, and leaves one of bf16 as it is.
struct HalfToFloat {
  LANE float apply(u16 a) { return canonical(Half::to_float(a)); }
};
struct BfloatToFloat {
  LANE float apply(u16 a) { return Bfloat::to_float(a); }
};
template <class Format, bool Ftz>
struct Narrow {
  LANE u16 apply(float a) { return Format::from_float(input<Ftz>(a)); }
};
template <bool Ftz>
struct FlushedTo {
  LANE float apply(float a) { return canonical(input<Ftz>(a)); }
};
struct FloatToDouble {
  LANE double apply(float a) { return static_cast<double>(a); }
};
struct FlushedToDouble {
  LANE double apply(float a) { return static_cast<double>(canonical(flush(a))); }
};
struct DoubleToFloat {
  LANE float apply(double a) { return static_cast<float>(a); }
};
struct DoubleToFlushed {
  LANE float apply(double a) { return flush(static_cast<float>(a)); }
};

template <class D>
Lanes from_integer(ptx::Type from) {
  switch (from) {
    case ptx::Type::U8:
      return unary<To<D>, D, U8>();
    case ptx::Type::S8:
      return unary<To<D>, D, S8>();
    case ptx::Type::U16:
      return unary<To<D>, D, U16>();
    case ptx::Type::S16:
      return unary<To<D>, D, S16>();
    case ptx::Type::U32:
      return unary<To<D>, D, U32>();
    case ptx::Type::S32:
      return unary<To<D>, D, S32>();
    case ptx::Type::U64:
      return unary<To<D>, D, U64>();
    case ptx::Type::S64:
      return unary<To<D>, D, S64>();
    default:
      return kNoLanes;
  }
}

template <class D, class A, bool Ftz>
Lanes rounded(Rounding rounding) {
  switch (rounding) {
    case Rounding::IntNearest:
      return unary<ToInteger<D, Rounding::IntNearest, Ftz>, D, A>();
    case Rounding::IntZero:
      return unary<ToInteger<D, Rounding::IntZero, Ftz>, D, A>();
    case Rounding::IntDown:
      return unary<ToInteger<D, Rounding::IntDown, Ftz>, D, A>();
    case Rounding::IntUp:
      return unary<ToInteger<D, Rounding::IntUp, Ftz>, D, A>();
    default:
      return kNoLanes;
  }
}
template <class D>
Lanes from_float(const Selector& s) {
  if (s.from == ptx::Type::F64) return rounded<D, F64, false>(s.rounding);
  if (s.from != ptx::Type::F32) return kNoLanes;
  return s.ftz ? rounded<D, F32, true>(s.rounding) : rounded<D, F32, false>(s.rounding);
}

template <class T, bool Ftz>
Lanes integral(Rounding rounding) {
  switch (rounding) {
    case Rounding::IntNearest:
      return unary<Integral<Rounding::IntNearest, Ftz>, T>();
    case Rounding::IntZero:
      return unary<Integral<Rounding::IntZero, Ftz>, T>();
    case Rounding::IntDown:
      return unary<Integral<Rounding::IntDown, Ftz>, T>();
    case Rounding::IntUp:
      return unary<Integral<Rounding::IntUp, Ftz>, T>();
    default:
      return kNoLanes;
  }
}

bool nearest_or_none(Rounding rounding) {
  return rounding == Rounding::None || rounding == Rounding::Nearest;
}

Lanes to_float32(const Selector& s) {
  if (s.from == ptx::Type::F32 && s.rounding != Rounding::None) {
    return s.ftz ? integral<F32, true>(s.rounding) : integral<F32, false>(s.rounding);
  }
  if (!nearest_or_none(s.rounding)) return kNoLanes;
  switch (s.from) {
    case ptx::Type::F32:
      return s.ftz ? unary<FlushedTo<true>, F32>() : unary<FlushedTo<false>, F32>();
    case ptx::Type::F64:
      return s.ftz ? unary<DoubleToFlushed, F32, F64>() : unary<DoubleToFloat, F32, F64>();
    case ptx::Type::F16:
      return unary<HalfToFloat, F32, F16>();
    case ptx::Type::BF16:
      return s.ftz ? kNoLanes : unary<BfloatToFloat, F32, BF16>();
    default:
      return from_integer<F32>(s.from);
  }
}

Lanes to_float64(const Selector& s) {
  if (s.from == ptx::Type::F64 && s.rounding != Rounding::None)
    return integral<F64, false>(s.rounding);
  if (!nearest_or_none(s.rounding)) return kNoLanes;
  switch (s.from) {
    case ptx::Type::F32:
      return s.ftz ? unary<FlushedToDouble, F64, F32>() : unary<FloatToDouble, F64, F32>();
    case ptx::Type::F64:
      return unary<Cast, F64>();
    default:
      return from_integer<F64>(s.from);
  }
}

Lanes to_half(const Selector& s) {
  if (s.from != ptx::Type::F32 || s.rounding != Rounding::Nearest) return kNoLanes;
  if (s.type == ptx::Type::BF16)
    return s.ftz ? unary<Narrow<Bfloat, true>, BF16, F32>()
                 : unary<Narrow<Bfloat, false>, BF16, F32>();
  return s.ftz ? unary<Narrow<Half, true>, F16, F32>() : unary<Narrow<Half, false>, F16, F32>();
}

}  // namespace

namespace LANESCOPE_LEVEL {

Lanes select_convert(const Selector& s) {
  if (s.sat || s.relu || s.finite) return kNoLanes;
  const bool integer_source = s.rounding == Rounding::None;
  switch (s.type) {
    case ptx::Type::U8:
      return integer_source ? from_integer<U8>(s.from) : kNoLanes;
    case ptx::Type::S8:
      return integer_source ? from_integer<S8>(s.from) : kNoLanes;
    case ptx::Type::U16:
      return integer_source ? from_integer<U16>(s.from) : kNoLanes;
    case ptx::Type::S16:
      return integer_source ? from_integer<S16>(s.from) : kNoLanes;
    case ptx::Type::U32:
      return integer_source ? from_integer<U32>(s.from) : from_float<U32>(s);
    case ptx::Type::S32:
      return integer_source ? from_integer<S32>(s.from) : from_float<S32>(s);
    case ptx::Type::U64:
      return integer_source ? from_integer<U64>(s.from) : from_float<U64>(s);
    case ptx::Type::S64:
      return integer_source ? from_integer<S64>(s.from) : from_float<S64>(s);
    case ptx::Type::F32:
      return to_float32(s);
    case ptx::Type::F64:
      return to_float64(s);
    case ptx::Type::F16:
    case ptx::Type::BF16:
      return to_half(s);
    default:
      return kNoLanes;
  }
}

}  // namespace LANESCOPE_LEVEL
}  // namespace lanescope::isa
