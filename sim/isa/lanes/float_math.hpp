#pragma once

#include "sim/isa/lanes/dispatch.hpp"

// The rules for NaN, subnormals and saturation that all f32 and f64 operations share.
namespace lanescope::isa {
namespace {

LANE bool is_nan(float v) { return v != v; }
LANE bool is_nan(double v) { return v != v; }

// PTX ISA 9.7.3: f32 operations give the canonical NaN.
LANE float canonical(float v) { return is_nan(v) ? as_float(0x7fffffffU) : v; }

// .ftz: subnormals become zeros of the same sign.
LANE float flush(float v) {
  const u32 bits = bits_of(v);
  return as_float((bits & 0x7f800000U) == 0 ? bits & 0x80000000U : bits);
}
template <bool Ftz>
LANE float input(float v) {
  if constexpr (Ftz) return flush(v);
  return v;
}
// .sat: to [0, 1]; NaN becomes +0, and so does -0.
LANE float saturate(float v) { return v > 0.0F ? (v < 1.0F ? v : 1.0F) : 0.0F; }

template <bool Ftz, bool Sat>
LANE float output(float v) {
  if constexpr (Ftz) v = flush(v);
  if constexpr (Sat) return saturate(v);
  return canonical(v);
}

// f64 keeps a NaN's payload and makes it quiet. Of several, the first operand's comes last, as on
// an H200 (sim/DEVIATIONS.md).
LANE double quiet(double v) { return as_double(bits_of(v) | 0x0008000000000000ULL); }
LANE double keep_nan(double result, double a) { return is_nan(a) ? quiet(a) : result; }
LANE double keep_nan(double result, double a, double b) {
  return is_nan(b) ? quiet(b) : is_nan(a) ? quiet(a) : result;
}
LANE double keep_nan(double result, double a, double b, double c) {
  return is_nan(b) ? quiet(b) : is_nan(c) ? quiet(c) : is_nan(a) ? quiet(a) : result;
}

template <class F>
struct Double {
  template <class... T>
  LANE double apply(T... v) {
    return keep_nan(F::apply(v...), v...);
  }
};

struct FloatAdd {
  template <class T>
  LANE T apply(T a, T b) {
    return a + b;
  }
};
struct FloatSub {
  template <class T>
  LANE T apply(T a, T b) {
    return a - b;
  }
};
struct FloatMul {
  template <class T>
  LANE T apply(T a, T b) {
    return a * b;
  }
};
struct FloatDiv {
  template <class T>
  LANE T apply(T a, T b) {
    return a / b;
  }
};
template <>
struct Double<FloatDiv> {  // of two NaNs the dividend
  LANE double apply(double a, double b) { return keep_nan(a / b, b, a); }
};
struct FloatRcp {
  template <class T>
  LANE T apply(T a) {
    return T{1} / a;
  }
};
// A real fma at every level: without FMA instructions the C library's.
struct FloatFma {
  LANE float apply(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
  LANE double apply(double a, double b, double c) { return __builtin_fma(a, b, c); }
};
template <bool NegatedProduct, bool NegatedAddend>
struct SignedFma {
  template <class T>
  LANE T apply(T a, T b, T c) {
    return FloatFma::apply(NegatedProduct ? -a : a, b, NegatedAddend ? -c : c);
  }
};
struct FloatSqrt {
  LANE float apply(float a) { return __builtin_sqrtf(a); }
  LANE double apply(double a) { return __builtin_sqrt(a); }
};

// Whether the exact value is below the smallest normal number to which F rounded it. Sums and roots
// are exact there. All steps are exact, whatever the rounding mode.
template <class F>
struct RoundedUpToNormal {
  template <class... T>
  LANE bool holds(float, T...) {
    return false;
  }
};
template <>
struct RoundedUpToNormal<FloatMul> {
  LANE bool holds(float, float a, float b) {
    return __builtin_fabs(static_cast<double>(a) * static_cast<double>(b)) < 0x1p-126;
  }
};
template <>
struct RoundedUpToNormal<FloatDiv> {
  LANE bool holds(float, float a, float b) {
    return __builtin_fabs(static_cast<double>(a)) <
           __builtin_fabs(static_cast<double>(b)) * 0x1p-126;
  }
};
template <>
struct RoundedUpToNormal<FloatRcp> {
  LANE bool holds(float, float a) {
    return 1.0 < __builtin_fabs(static_cast<double>(a)) * 0x1p-126;
  }
};
template <>
struct RoundedUpToNormal<FloatFma> {
  LANE bool holds(float rounded, float a, float b, float c) {
    const double product = static_cast<double>(a) * static_cast<double>(b);
    const double missing = product + (static_cast<double>(c) - static_cast<double>(rounded));
    return rounded > 0.0F ? missing < 0.0 : missing > 0.0;
  }
};
template <bool NegatedProduct, bool NegatedAddend>
struct RoundedUpToNormal<SignedFma<NegatedProduct, NegatedAddend>> {
  LANE bool holds(float rounded, float a, float b, float c) {
    return RoundedUpToNormal<FloatFma>::holds(rounded, NegatedProduct ? -a : a, b,
                                              NegatedAddend ? -c : c);
  }
};

// F on f32 with the modifiers .ftz and .sat. The GPU flushes what is subnormal before it is rounded
// (measured on an H200: sim/DEVIATIONS.md).
template <class F, bool Ftz, bool Sat>
struct Modified {
  template <class... T>
  LANE float rounded(T... v) {
    const float r = F::apply(v...);
    if constexpr (Ftz) {
      const bool smallest = (bits_of(r) & 0x7fffffffU) == 0x00800000U;
      const bool subnormal = smallest & RoundedUpToNormal<F>::holds(r, v...);
      return as_float(subnormal ? bits_of(r) & 0x80000000U : bits_of(r));
    }
    return r;
  }
  template <class... T>
  LANE float apply(T... v) {
    return output<Ftz, Sat>(rounded(input<Ftz>(v)...));
  }
};

template <int N, class F>
[[maybe_unused]] Lanes with_modifiers(const Selector& s) {
  if (s.ftz)
    return s.sat ? same<N, Modified<F, true, true>, F32>()
                 : same<N, Modified<F, true, false>, F32>();
  return s.sat ? same<N, Modified<F, false, true>, F32>()
               : same<N, Modified<F, false, false>, F32>();
}

}  // namespace
}  // namespace lanescope::isa
