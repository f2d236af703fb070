#include <cmath>

#include "sim/isa/lanes/half_math.hpp"
#include "sim/isa/lanes/interpolator.hpp"

// The approximate functions of PTX ISA 9.7.3 and 9.7.4. Published are error bounds, not results:
// here they give the GPU's bits, except tanh, div.full and rsqrt.approx.f64, which are computed in
// double precision and rounded once.
namespace lanescope::isa {
namespace {

struct Rcp {
  LANE float apply(float a) { return interpolator::rcp(a); }
};
struct Sqrt {
  LANE float apply(float a) { return interpolator::sqrt(a); }
};
struct Rsqrt {
  LANE float apply(float a) { return interpolator::rsqrt(a); }
};
struct Lg2 {
  LANE float apply(float a) { return interpolator::lg2(a); }
};
struct Ex2 {
  LANE float apply(float a) { return interpolator::ex2(a); }
  template <class Format>
  LANE u16 narrowed(float v) {
    return is_nan(v) ? u16{0x7fff} : cut(Format{}, v);
  }

 private:  // of positive numbers
  LANE u16 cut(Half, float v) {
    if (v >= 65536.0F) return Half::kInfinity;
    const u32 bits =
        v < 0x1p-14F ? static_cast<u32>(v * 0x1p24F) : (bits_of(v) >> 13U) - (112U << 10U);
    return static_cast<u16>(bits);
  }
  LANE u16 cut(Bfloat, float v) { return static_cast<u16>(bits_of(v) >> 16U); }
};
struct Sin {
  LANE float apply(float a) { return interpolator::sin(a); }
};
struct Cos {
  LANE float apply(float a) { return interpolator::cos(a); }
};
struct Tanh {
  LANE float apply(float a) { return static_cast<float>(std::tanh(static_cast<double>(a))); }
  template <class Format>
  LANE u16 narrowed(float v) {
    return Format::from_float(v);
  }
};

// div.approx multiplies by the reciprocal. A divisor above 2^126 gives 0 (PTX ISA 9.7.3.8); ptxas
// scales both operands where the divisor is subnormal.
struct DivApprox {
  LANE float apply(float a, float b) {
    const u32 magnitude = bits_of(b) & 0x7fffffffU;
    if (magnitude > 0x7e800000U && magnitude < 0x7f800000U)
      return a * as_float(bits_of(b) & 0x80000000U);
    const bool subnormal = magnitude < 0x00800000U && magnitude != 0;
    return subnormal ? (a * 0x1p24F) * Rcp::apply(b * 0x1p24F) : a * Rcp::apply(b);
  }
};
struct DivFull {
  LANE float apply(float a, float b) {
    return static_cast<float>(static_cast<double>(a) / static_cast<double>(b));
  }
};

// The .ftz.f64 forms read and write the high word only; subnormals count as zeros.
LANE double high_word(double v) { return as_double(bits_of(v) & 0xffffffff00000000ULL); }
LANE double flush_double(double v) {
  const bool subnormal = (bits_of(v) & 0x7ff0000000000000ULL) == 0;
  return subnormal ? as_double(bits_of(v) & 0x8000000000000000ULL) : v;
}
LANE double rough(double v) {
  return is_nan(v) ? as_double(0x7fffffff00000000ULL) : high_word(flush_double(v));
}
LANE bool is_ordinary(double v) { return v - v == 0.0 && v != 0.0; }
struct RcpRough {
  LANE double apply(double a) {
    const double v = flush_double(high_word(a));
    return rough(is_ordinary(v) ? interpolator::rcp_seed(v) : 1.0 / v);
  }
};
struct RsqrtRough {
  LANE double apply(double a) {
    const double v = flush_double(high_word(a));
    const bool positive = v > 0.0 && is_ordinary(v);
    return rough(positive ? interpolator::rsqrt_seed(v) : 1.0 / std::sqrt(v));
  }
};
struct RsqrtDouble {
  LANE double apply(double a) { return keep_nan(1.0 / std::sqrt(a), a); }
};

template <class Format, class F, bool Ftz>
struct OfHalf {
  LANE u16 flushed(u16 v) {
    return static_cast<u16>(Ftz && (v & 0x7fffU) < Format::kSmallestNormal ? v & 0x8000U : v);
  }
  LANE u16 apply(u16 a) {
    return flushed(F::template narrowed<Format>(F::apply(Format::to_float(flushed(a)))));
  }
};
template <class F>
struct Twice {
  LANE u32 apply(u32 a) {
    return F::apply(static_cast<u16>(a)) |
           (static_cast<u32>(F::apply(static_cast<u16>(a >> 16U))) << 16U);
  }
};

template <class F>
Lanes of_half(const Selector& s) {
  switch (s.type) {
    case ptx::Type::F16:
      return unary<OfHalf<Half, F, false>, F16>();
    case ptx::Type::F16x2:
      return unary<Twice<OfHalf<Half, F, false>>, F16x2>();
    case ptx::Type::BF16:
      return s.ftz ? unary<OfHalf<Bfloat, F, true>, BF16>()
                   : unary<OfHalf<Bfloat, F, false>, BF16>();
    case ptx::Type::BF16x2:
      return s.ftz ? unary<Twice<OfHalf<Bfloat, F, true>>, BF16x2>()
                   : unary<Twice<OfHalf<Bfloat, F, false>>, BF16x2>();
    default:
      return kNoLanes;
  }
}

Lanes of_double(const Selector& s) {
  if (s.op == Op::Rcp && s.ftz) return unary<RcpRough, F64>();
  if (s.op == Op::Rsqrt) return s.ftz ? unary<RsqrtRough, F64>() : unary<RsqrtDouble, F64>();
  return kNoLanes;
}

}  // namespace

Lanes select_approximate(const Selector& s) {
  if (s.type == ptx::Type::F64) return of_double(s);
  if (s.type != ptx::Type::F32)
    return s.op == Op::Tanh ? of_half<Tanh>(s) : s.op == Op::Ex2 ? of_half<Ex2>(s) : kNoLanes;
  switch (s.op) {
    case Op::Div:
      return s.variant == Variant::Full ? with_modifiers<2, DivFull>(s)
                                        : with_modifiers<2, DivApprox>(s);
    case Op::Rcp:
      return with_modifiers<1, Rcp>(s);
    case Op::Sqrt:
      return with_modifiers<1, Sqrt>(s);
    case Op::Rsqrt:
      return with_modifiers<1, Rsqrt>(s);
    case Op::Sin:
      return with_modifiers<1, Sin>(s);
    case Op::Cos:
      return with_modifiers<1, Cos>(s);
    case Op::Lg2:
      return with_modifiers<1, Lg2>(s);
    case Op::Ex2:
      return with_modifiers<1, Ex2>(s);
    case Op::Tanh:
      return with_modifiers<1, Tanh>(s);
    default:
      return kNoLanes;
  }
}

}  // namespace lanescope::isa
