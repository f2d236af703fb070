#include "sim/isa/lanes/families.hpp"
#include "sim/isa/lanes/float_math.hpp"

// PTX ISA 9.7.6.2: setp with one result and no combination; the other forms are in
// rare_compare.cpp.
namespace lanescope::isa {
namespace {

// The unordered comparisons are the negations of the opposite ordered ones.
template <Compare C>
struct Test {
  template <class T>
  LANE bool holds(T a, T b) {
    switch (C) {
      case Compare::Eq:
        return a == b;
      case Compare::Ne:
        return a < b || a > b;
      case Compare::Lt:
        return a < b;
      case Compare::Le:
        return a <= b;
      case Compare::Gt:
        return a > b;
      case Compare::Ge:
        return a >= b;
      case Compare::Equ:
        return !(a < b || a > b);
      case Compare::Neu:
        return !(a == b);
      case Compare::Ltu:
        return !(a >= b);
      case Compare::Leu:
        return !(a > b);
      case Compare::Gtu:
        return !(a <= b);
      case Compare::Geu:
        return !(a < b);
      case Compare::Num:
        return a == a && b == b;
      case Compare::Nan:
        return !(a == a) || !(b == b);
      default:
        return false;
    }
  }
  template <class T>
  LANE u32 apply(T a, T b) {
    return holds(a, b) ? 0xffffffffU : 0U;
  }
};
template <Compare C>
struct Flushed {
  LANE u32 apply(float a, float b) { return Test<C>::apply(flush(a), flush(b)); }
};
struct IntNe {
  template <class T>
  LANE u32 apply(T a, T b) {
    return a != b ? 0xffffffffU : 0U;
  }
};

template <template <Compare> class F, class T>
Lanes of_float(Compare compare) {
  switch (compare) {
    case Compare::Eq:
      return binary<F<Compare::Eq>, Pred, T, T>();
    case Compare::Ne:
      return binary<F<Compare::Ne>, Pred, T, T>();
    case Compare::Lt:
      return binary<F<Compare::Lt>, Pred, T, T>();
    case Compare::Le:
      return binary<F<Compare::Le>, Pred, T, T>();
    case Compare::Gt:
      return binary<F<Compare::Gt>, Pred, T, T>();
    case Compare::Ge:
      return binary<F<Compare::Ge>, Pred, T, T>();
    case Compare::Equ:
      return binary<F<Compare::Equ>, Pred, T, T>();
    case Compare::Neu:
      return binary<F<Compare::Neu>, Pred, T, T>();
    case Compare::Ltu:
      return binary<F<Compare::Ltu>, Pred, T, T>();
    case Compare::Leu:
      return binary<F<Compare::Leu>, Pred, T, T>();
    case Compare::Gtu:
      return binary<F<Compare::Gtu>, Pred, T, T>();
    case Compare::Geu:
      return binary<F<Compare::Geu>, Pred, T, T>();
    case Compare::Num:
      return binary<F<Compare::Num>, Pred, T, T>();
    case Compare::Nan:
      return binary<F<Compare::Nan>, Pred, T, T>();
    default:
      return kNoLanes;
  }
}

template <class T>
Lanes of_integer(Compare compare) {
  switch (compare) {
    case Compare::Eq:
      return binary<Test<Compare::Eq>, Pred, T, T>();
    case Compare::Ne:
      return binary<IntNe, Pred, T, T>();
    case Compare::Lt:
    case Compare::Lo:
      return binary<Test<Compare::Lt>, Pred, T, T>();
    case Compare::Le:
    case Compare::Ls:
      return binary<Test<Compare::Le>, Pred, T, T>();
    case Compare::Gt:
    case Compare::Hi:
      return binary<Test<Compare::Gt>, Pred, T, T>();
    case Compare::Ge:
    case Compare::Hs:
      return binary<Test<Compare::Ge>, Pred, T, T>();
    default:
      return kNoLanes;
  }
}

}  // namespace

namespace LANESCOPE_LEVEL {

Lanes select_compare(const Selector& s) {
  switch (s.type) {
    case ptx::Type::B16:
    case ptx::Type::U16:
      return of_integer<U16>(s.compare);
    case ptx::Type::B32:
    case ptx::Type::U32:
      return of_integer<U32>(s.compare);
    case ptx::Type::B64:
    case ptx::Type::U64:
      return of_integer<U64>(s.compare);
    case ptx::Type::S16:
      return of_integer<S16>(s.compare);
    case ptx::Type::S32:
      return of_integer<S32>(s.compare);
    case ptx::Type::S64:
      return of_integer<S64>(s.compare);
    case ptx::Type::F32:
      return s.ftz ? of_float<Flushed, F32>(s.compare) : of_float<Test, F32>(s.compare);
    case ptx::Type::F64:
      return of_float<Test, F64>(s.compare);
    default:
      return kNoLanes;
  }
}

}  // namespace LANESCOPE_LEVEL
}  // namespace lanescope::isa
