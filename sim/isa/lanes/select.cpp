#include "sim/isa/lanes/families.hpp"
#include "sim/isa/lanes/float_math.hpp"

// PTX ISA 9.7.6.3 and 9.7.6.4: selp and slct.
namespace lanescope::isa {
namespace {

struct Selp {
  template <class T>
  LANE T apply(T a, T b, u32 c) {
    return c != 0 ? a : b;
  }
};
struct SlctInt {
  template <class T>
  LANE T apply(T a, T b, s32 c) {
    return c >= 0 ? a : b;
  }
};
// -0 selects a; a NaN selects b.
template <bool Ftz>
struct SlctFloat {
  template <class T>
  LANE T apply(T a, T b, float c) {
    return input<Ftz>(c) >= 0.0F ? a : b;
  }
};

template <class F, class C>
Lanes by_size(ptx::Type type) {
  switch (type) {
    case ptx::Type::B16:
    case ptx::Type::U16:
    case ptx::Type::S16:
      return ternary<F, U16, U16, U16, C>();
    case ptx::Type::B64:
    case ptx::Type::U64:
    case ptx::Type::S64:
    case ptx::Type::F64:
      return ternary<F, U64, U64, U64, C>();
    default:
      return ternary<F, U32, U32, U32, C>();
  }
}

}  // namespace

namespace LANESCOPE_LEVEL {

Lanes select_select(const Selector& s) {
  if (s.op == Op::Selp) return by_size<Selp, Pred>(s.type);
  if (s.from == ptx::Type::S32) return by_size<SlctInt, S32>(s.type);
  return s.ftz ? by_size<SlctFloat<true>, F32>(s.type) : by_size<SlctFloat<false>, F32>(s.type);
}

}  // namespace LANESCOPE_LEVEL
}  // namespace lanescope::isa
