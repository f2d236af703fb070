#include "sim/isa/lanes/dispatch.hpp"
#include "sim/isa/lanes/families.hpp"

// PTX ISA 9.7.2: extended-precision integer arithmetic. The carry is a predicate: 0 or all ones.
// Of a subtraction it is that of a + ~b + 1, as on hardware: none where one has been borrowed. Code
// that divides 128-bit integers (NVRTC 13.0) adds it behind a subtraction.
namespace lanescope::isa {
namespace {

template <class T>
using WithCarry = Pair<T, u32>;

LANE u32 predicate(bool v) { return v ? 0xffffffffU : 0U; }

template <class T>
LANE WithCarry<T> add_with(T a, T b, T carry_in) {
  const T sum = static_cast<T>(a + b);
  const T total = static_cast<T>(sum + carry_in);
  return {total, predicate(sum < a) | predicate(total < sum)};
}
template <class T>
LANE WithCarry<T> subtract_with(T a, T b, T borrow_in) {
  const T difference = static_cast<T>(a - b);
  return {static_cast<T>(difference - borrow_in),
          predicate(a >= b) & predicate(difference >= borrow_in)};
}
template <class V, bool High>
LANE Unsigned<V> half_product(V a, V b) {
  const auto product = static_cast<Wide<V>>(a) * static_cast<Wide<V>>(b);
  return static_cast<Unsigned<V>>(High ? product >> kBits<V> : product);
}

struct AddCc {
  template <class T>
  LANE WithCarry<T> apply(T a, T b) {
    return add_with<T>(a, b, 0);
  }
};
struct AddcCc {
  template <class T>
  LANE WithCarry<T> apply(T a, T b, u32 carry) {
    return add_with<T>(a, b, carry & 1U);
  }
};
struct SubCc {
  template <class T>
  LANE WithCarry<T> apply(T a, T b) {
    return subtract_with<T>(a, b, 0);
  }
};
struct SubcCc {
  template <class T>
  LANE WithCarry<T> apply(T a, T b, u32 carry) {
    return subtract_with<T>(a, b, ~carry & 1U);
  }
};
template <bool High>
struct MadCc {
  template <class T>
  LANE WithCarry<Unsigned<T>> apply(T a, T b, T c) {
    return add_with<Unsigned<T>>(half_product<T, High>(a, b), static_cast<Unsigned<T>>(c), 0);
  }
};
template <bool High>
struct MadcCc {
  template <class T>
  LANE WithCarry<Unsigned<T>> apply(T a, T b, T c, u32 carry) {
    return add_with<Unsigned<T>>(half_product<T, High>(a, b), static_cast<Unsigned<T>>(c),
                                 carry & 1U);
  }
};
// The same without a carry out.
template <class F>
struct FirstOnly {
  template <class T, class... U>
  LANE auto apply(T a, U... rest) {
    return F::apply(a, rest...).first;
  }
};

template <class T>
Lanes sum(const Selector& s) {
  switch (s.op) {
    case Op::Add:
      return two_results<AddCc, T, Pred, T, T>();
    case Op::Sub:
      return two_results<SubCc, T, Pred, T, T>();
    case Op::Addc:
      return s.carry_out ? two_results<AddcCc, T, Pred, T, T, Pred>()
                         : ternary<FirstOnly<AddcCc>, T, T, T, Pred>();
    case Op::Subc:
      return s.carry_out ? two_results<SubcCc, T, Pred, T, T, Pred>()
                         : ternary<FirstOnly<SubcCc>, T, T, T, Pred>();
    default:
      return kNoLanes;
  }
}

template <class D, class T, bool High>
Lanes product(const Selector& s) {
  if (s.op == Op::Mad) return two_results<MadCc<High>, D, Pred, T, T, T>();
  return s.carry_out ? two_results<MadcCc<High>, D, Pred, T, T, T, Pred>()
                     : quaternary<FirstOnly<MadcCc<High>>, D, T, T, T, Pred>();
}

Lanes products(const Selector& s) {
  const bool high = s.variant == Variant::Hi;
  switch (s.type) {
    case ptx::Type::U32:
      return high ? product<U32, U32, true>(s) : product<U32, U32, false>(s);
    case ptx::Type::S32:
      return high ? product<U32, S32, true>(s) : product<U32, U32, false>(s);
    case ptx::Type::U64:
      return high ? product<U64, U64, true>(s) : product<U64, U64, false>(s);
    case ptx::Type::S64:
      return high ? product<U64, S64, true>(s) : product<U64, U64, false>(s);
    default:
      return kNoLanes;
  }
}

}  // namespace

namespace LANESCOPE_LEVEL {

Lanes select_carry(const Selector& s) {
  if (s.op == Op::Mad || s.op == Op::Madc) return products(s);
  return s.type == ptx::Type::U64 || s.type == ptx::Type::S64 ? sum<U64>(s) : sum<U32>(s);
}

}  // namespace LANESCOPE_LEVEL
}  // namespace lanescope::isa
