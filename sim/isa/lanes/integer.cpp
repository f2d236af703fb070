#include "sim/isa/lanes/dispatch.hpp"
#include "sim/isa/lanes/families.hpp"

// PTX ISA 9.7.1: integer arithmetic but for products and bit fields.
namespace lanescope::isa {
namespace {

struct Add {
  template <class T>
  LANE T apply(T a, T b) {
    return static_cast<T>(a + b);
  }
};
struct Sub {
  template <class T>
  LANE T apply(T a, T b) {
    return static_cast<T>(a - b);
  }
};

LANE s32 clamp_to_s32(s64 v) {
  return static_cast<s32>(v > 0x7fffffff          ? 0x7fffffff
                          : v < -0x7fffffffLL - 1 ? -0x7fffffffLL - 1
                                                  : v);
}
struct AddSaturated {
  LANE s32 apply(s32 a, s32 b) { return clamp_to_s32(static_cast<s64>(a) + b); }
};
struct SubSaturated {
  LANE s32 apply(s32 a, s32 b) { return clamp_to_s32(static_cast<s64>(a) - b); }
};

struct Min {
  template <class T>
  LANE T apply(T a, T b) {
    return a < b ? a : b;
  }
};
struct Max {
  template <class T>
  LANE T apply(T a, T b) {
    return a > b ? a : b;
  }
};
template <class F>
struct ReluOf {
  template <class T>
  LANE T apply(T a, T b) {
    const T r = F::apply(a, b);
    return r < 0 ? static_cast<T>(0) : r;
  }
};

// F on both halves of a word, as values of type V.
template <class F, class V>
struct Halves {
  LANE u32 apply(u32 a, u32 b) {
    const V low = F::template apply<V>(static_cast<V>(a), static_cast<V>(b));
    const V high = F::template apply<V>(static_cast<V>(a >> 16U), static_cast<V>(b >> 16U));
    return static_cast<u32>(static_cast<u16>(low)) |
           (static_cast<u32>(static_cast<u16>(high)) << 16U);
  }
};

struct Neg {
  template <class T>
  LANE T apply(T a) {
    return static_cast<T>(Unsigned<T>{0} - static_cast<Unsigned<T>>(a));
  }
};
struct Abs {
  template <class T>
  LANE T apply(T a) {
    return a < 0 ? Neg::apply(a) : a;
  }
};
// c + |a - b|; the difference is taken in unsigned arithmetic, where it cannot overflow.
struct Sad {
  template <class T>
  LANE T apply(T a, T b, T c) {
    using U = Unsigned<T>;
    const U difference = a < b ? static_cast<U>(static_cast<U>(b) - static_cast<U>(a))
                               : static_cast<U>(static_cast<U>(a) - static_cast<U>(b));
    return static_cast<T>(static_cast<U>(c) + difference);
  }
};

// Division by zero is unspecified in PTX. Here quotient and remainder are all ones, as in the code
// that ptxas makes for 32 bits (sim/DEVIATIONS.md).
struct Div {
  template <class T>
  LANE T apply(T a, T b) {
    if (b == 0) return static_cast<T>(-1);
    if constexpr (kSigned<T>) {
      if (b == -1) return Neg::apply(a);
    }
    return static_cast<T>(a / b);
  }
};
struct Rem {
  template <class T>
  LANE T apply(T a, T b) {
    if (b == 0) return static_cast<T>(-1);
    if constexpr (kSigned<T>) {
      if (b == -1) return 0;
    }
    return static_cast<T>(a % b);
  }
};

template <class F>
Lanes min_or_max(const Selector& s) {
  switch (s.type) {
    case ptx::Type::U16x2:
      return binary<Halves<F, u16>, U32>();
    case ptx::Type::S16x2:
      return s.relu ? binary<Halves<ReluOf<F>, s16>, U32>() : binary<Halves<F, s16>, U32>();
    case ptx::Type::S32:
      return s.relu ? binary<ReluOf<F>, S32>() : binary<F, S32>();
    default:
      return by_integer<2, F>(s.type);
  }
}

Lanes sum(const Selector& s) {
  if (s.sat) return binary<AddSaturated, S32>();
  const bool halves = s.type == ptx::Type::U16x2 || s.type == ptx::Type::S16x2;
  return halves ? binary<Halves<Add, u16>, U32>() : by_width<2, Add>(s.type);
}

}  // namespace

namespace LANESCOPE_LEVEL {

Lanes select_integer(const Selector& s) {
  switch (s.op) {
    case Op::Add:
      return sum(s);
    case Op::Sub:
      return s.sat ? binary<SubSaturated, S32>() : by_width<2, Sub>(s.type);
    case Op::Min:
      return min_or_max<Min>(s);
    case Op::Max:
      return min_or_max<Max>(s);
    case Op::Abs:
      return by_signed<1, Abs>(s.type);
    case Op::Neg:
      return by_signed<1, Neg>(s.type);
    case Op::Sad:
      return by_integer<3, Sad>(s.type);
    case Op::Div:
      return by_integer<2, Div>(s.type);
    case Op::Rem:
      return by_integer<2, Rem>(s.type);
    default:
      return kNoLanes;
  }
}

}  // namespace LANESCOPE_LEVEL
}  // namespace lanescope::isa
