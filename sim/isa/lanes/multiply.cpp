#include "sim/isa/lanes/dispatch.hpp"
#include "sim/isa/lanes/families.hpp"

// PTX ISA 9.7.1.3 to 9.7.1.6 and 9.7.1.23, 9.7.1.24: integer products.
namespace lanescope::isa {
namespace {

struct MulLow {
  template <class T>
  LANE T apply(T a, T b) {
    return static_cast<T>(static_cast<u64>(a) * static_cast<u64>(b));
  }
};
// 16 bits: through int the product of two u16 would overflow, hence u64 above; 32 bits stay narrow
// so that they vectorise.
struct MulLow32 {
  LANE u32 apply(u32 a, u32 b) { return a * b; }
};
struct MulHigh {
  template <class T>
  LANE T apply(T a, T b) {
    return static_cast<T>((static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b)) >> kBits<T>);
  }
};
struct MulWide {
  template <class T>
  LANE Wide<T> apply(T a, T b) {
    return static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b);
  }
};
template <class F>
struct PlusC {
  template <class T>
  LANE T apply(T a, T b, T c) {
    return static_cast<T>(static_cast<Unsigned<T>>(F::apply(a, b)) + static_cast<Unsigned<T>>(c));
  }
};
struct MadWide {
  template <class T>
  LANE Wide<T> apply(T a, T b, Wide<T> c) {
    using U = Unsigned<Wide<T>>;
    return static_cast<Wide<T>>(static_cast<U>(MulWide::apply(a, b)) + static_cast<U>(c));
  }
};

LANE s32 clamp_sum(s32 a, s32 b) {
  const s64 sum = static_cast<s64>(a) + b;
  return static_cast<s32>(sum > 0x7fffffff          ? 0x7fffffff
                          : sum < -0x7fffffffLL - 1 ? -0x7fffffffLL - 1
                                                    : sum);
}
struct MadHighSaturated {
  LANE s32 apply(s32 a, s32 b, s32 c) { return clamp_sum(MulHigh::apply(a, b), c); }
};

LANE s64 low24(s32 v) { return static_cast<s32>(static_cast<u32>(v) << 8U) >> 8; }
LANE u64 low24(u32 v) { return v & 0xffffffU; }
struct Mul24Low {
  template <class T>
  LANE T apply(T a, T b) {
    return static_cast<T>(low24(a) * low24(b));
  }
};
struct Mul24High {
  template <class T>
  LANE T apply(T a, T b) {
    return static_cast<T>((low24(a) * low24(b)) >> 16);
  }
};
struct Mad24HighSaturated {
  LANE s32 apply(s32 a, s32 b, s32 c) { return clamp_sum(Mul24High::apply(a, b), c); }
};

// The sum of four products of bytes of type A and B.
template <class A, class B>
struct DotBytes {
  template <class T>
  LANE T apply(u32 a, u32 b, T c) {
    u32 sum = static_cast<u32>(c);
    for (u32 shift = 0; shift < 32; shift += 8) {
      sum += static_cast<u32>(static_cast<s32>(static_cast<A>(a >> shift)) *
                              static_cast<s32>(static_cast<B>(b >> shift)));
    }
    return static_cast<T>(sum);
  }
};
// The sum of two products of a's halves with two bytes of b, from bit Start on.
template <class A, class B, u32 Start>
struct DotHalves {
  template <class T>
  LANE T apply(u32 a, u32 b, T c) {
    const u32 low = static_cast<u32>(static_cast<s32>(static_cast<A>(a)) *
                                     static_cast<s32>(static_cast<B>(b >> Start)));
    const u32 high = static_cast<u32>(static_cast<s32>(static_cast<A>(a >> 16U)) *
                                      static_cast<s32>(static_cast<B>(b >> (Start + 8))));
    return static_cast<T>(static_cast<u32>(c) + low + high);
  }
};

Lanes wide(const Selector& s) {
  const bool mad = s.op == Op::Mad;
  switch (s.type) {
    case ptx::Type::U16:
      return mad ? ternary<MadWide, U32, U16, U16, U32>() : binary<MulWide, U32, U16, U16>();
    case ptx::Type::S16:
      return mad ? ternary<MadWide, S32, S16, S16, S32>() : binary<MulWide, S32, S16, S16>();
    case ptx::Type::U32:
      return mad ? ternary<MadWide, U64, U32, U32, U64>() : binary<MulWide, U64, U32, U32>();
    case ptx::Type::S32:
      return mad ? ternary<MadWide, S64, S32, S32, S64>() : binary<MulWide, S64, S32, S32>();
    default:
      return kNoLanes;
  }
}

Lanes product(const Selector& s) {
  if (s.variant == Variant::Wide) return wide(s);
  if (s.variant == Variant::Hi) return by_integer<2, MulHigh>(s.type);
  const bool word = s.type == ptx::Type::U32 || s.type == ptx::Type::S32;
  return word ? binary<MulLow32, U32>() : by_width<2, MulLow>(s.type);
}

Lanes product_and_sum(const Selector& s) {
  if (s.variant == Variant::Wide) return wide(s);
  if (s.sat) return ternary<MadHighSaturated, S32>();
  if (s.variant == Variant::Hi) return by_integer<3, PlusC<MulHigh>>(s.type);
  const bool word = s.type == ptx::Type::U32 || s.type == ptx::Type::S32;
  return word ? ternary<PlusC<MulLow32>, U32>() : by_width<3, PlusC<MulLow>>(s.type);
}

template <class T>
Lanes product24(const Selector& s) {
  const bool high = s.variant == Variant::Hi;
  if (s.op == Op::Mul24) return high ? binary<Mul24High, T>() : binary<Mul24Low, T>();
  if (s.sat) return ternary<Mad24HighSaturated, S32>();
  return high ? ternary<PlusC<Mul24High>, T>() : ternary<PlusC<Mul24Low>, T>();
}

template <template <class, class> class Dot>
Lanes dot(const Selector& s) {
  const bool a_signed = s.type == ptx::Type::S32;
  const bool b_signed = s.from == ptx::Type::S32;
  if (a_signed && b_signed) return ternary<typename Dot<s8, s8>::F, S32, U32, U32, S32>();
  if (a_signed) return ternary<typename Dot<s8, u8>::F, S32, U32, U32, S32>();
  if (b_signed) return ternary<typename Dot<u8, s8>::F, S32, U32, U32, S32>();
  return ternary<typename Dot<u8, u8>::F, U32, U32, U32, U32>();
}

template <class A>
struct HalfOf {
  using Type = u16;
};
template <>
struct HalfOf<s8> {
  using Type = s16;
};
template <class A, class B>
struct Dot4 {
  using F = DotBytes<A, B>;
};
template <class A, class B>
struct Dot2Low {
  using F = DotHalves<typename HalfOf<A>::Type, B, 0>;
};
template <class A, class B>
struct Dot2High {
  using F = DotHalves<typename HalfOf<A>::Type, B, 16>;
};

}  // namespace

namespace LANESCOPE_LEVEL {

Lanes select_multiply(const Selector& s) {
  switch (s.op) {
    case Op::Mul:
      return product(s);
    case Op::Mad:
      return product_and_sum(s);
    case Op::Mul24:
    case Op::Mad24:
      return s.type == ptx::Type::S32 ? product24<S32>(s) : product24<U32>(s);
    case Op::Dp4a:
      return dot<Dot4>(s);
    case Op::Dp2a:
      return s.variant == Variant::Hi ? dot<Dot2High>(s) : dot<Dot2Low>(s);
    default:
      return kNoLanes;
  }
}

}  // namespace LANESCOPE_LEVEL
}  // namespace lanescope::isa
