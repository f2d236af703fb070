#include "sim/isa/lanes/dispatch.hpp"
#include "sim/isa/lanes/families.hpp"

// PTX ISA 9.7.1.14 to 9.7.1.22 (bit fields) and 9.7.8 (logic and shift).
namespace lanescope::isa {
namespace {

// Bit tricks rather than instructions, so that the loops vectorise at every level.
LANE u32 count_ones(u32 v) {
  v = v - ((v >> 1U) & 0x55555555U);
  v = (v & 0x33333333U) + ((v >> 2U) & 0x33333333U);
  return (((v + (v >> 4U)) & 0x0f0f0f0fU) * 0x01010101U) >> 24U;
}
LANE u32 count_ones(u64 v) {
  return count_ones(static_cast<u32>(v)) + count_ones(static_cast<u32>(v >> 32U));
}
LANE u32 leading_zeros(u32 v) {
  for (u32 shift = 1; shift < 32; shift *= 2) v |= v >> shift;
  return 32 - count_ones(v);
}
LANE u32 leading_zeros(u64 v) {
  const u32 high = leading_zeros(static_cast<u32>(v >> 32U));
  return high + (high == 32 ? leading_zeros(static_cast<u32>(v)) : 0);
}
LANE u32 reverse(u32 v) {
  v = ((v >> 1U) & 0x55555555U) | ((v & 0x55555555U) << 1U);
  v = ((v >> 2U) & 0x33333333U) | ((v & 0x33333333U) << 2U);
  v = ((v >> 4U) & 0x0f0f0f0fU) | ((v & 0x0f0f0f0fU) << 4U);
  v = ((v >> 8U) & 0x00ff00ffU) | ((v & 0x00ff00ffU) << 8U);
  return (v >> 16U) | (v << 16U);
}

struct Popc {
  template <class T>
  LANE u32 apply(T a) {
    return count_ones(static_cast<Unsigned<T>>(a));
  }
};
struct Clz {
  template <class T>
  LANE u32 apply(T a) {
    return leading_zeros(static_cast<Unsigned<T>>(a));
  }
};
struct Brev {
  LANE u32 apply(u32 a) { return reverse(a); }
  LANE u64 apply(u64 a) {
    return (static_cast<u64>(reverse(static_cast<u32>(a))) << 32U) |
           reverse(static_cast<u32>(a >> 32U));
  }
};
template <bool ShiftAmount>
struct Bfind {
  template <class T>
  LANE u32 apply(T a) {
    const auto bits = static_cast<Unsigned<T>>(a < 0 ? ~a : a);
    const u32 zeros = leading_zeros(bits);
    const u32 top = kBits<T> - 1;
    return bits == 0 ? 0xffffffffU : ShiftAmount ? zeros : top - zeros;
  }
};

struct Fns {
  LANE u32 apply(u32 mask, u32 base, s32 offset) {
    if (offset == 0) return base < 32 && ((mask >> base) & 1U) != 0 ? base : 0xffffffffU;
    const u32 step = offset > 0 ? 1U : 0xffffffffU;
    u32 left = offset > 0 ? static_cast<u32>(offset) : 0U - static_cast<u32>(offset);
    for (u32 position = base; position < 32; position += step) {
      left -= (mask >> position) & 1U;
      if (left == 0) return position;
    }
    return 0xffffffffU;
  }
};

// The manual reads the lower 8 bits of positions and lengths. For 64 bits an H200 reads them whole
// (sim/DEVIATIONS.md).
template <class T>
LANE u32 field_operand(u32 v) {
  return sizeof(T) == 8 ? v : v & 0xffU;
}

struct Bfe {
  template <class T>
  LANE T apply(T a, u32 b, u32 c) {
    const u32 width = kBits<T>;
    const u32 position = field_operand<T>(b);
    const u32 length = field_operand<T>(c) < width ? field_operand<T>(c) : width;
    const T moved = position < width      ? static_cast<T>(a >> position)
                    : kSigned<T> && a < 0 ? static_cast<T>(-1)
                                          : T{0};
    const u32 spare = (width - length) & (width - 1);
    const T field =
        static_cast<T>(static_cast<T>(static_cast<Unsigned<T>>(moved) << spare) >> spare);
    return length == 0 ? T{0} : field;
  }
};
struct Bfi {
  template <class T>
  LANE T apply(T a, T b, u32 c, u32 d) {
    const u32 width = kBits<T>;
    const u32 position = field_operand<T>(c);
    const u32 length = field_operand<T>(d);
    const T ones = length >= width ? static_cast<T>(~T{0})
                                   : static_cast<T>((T{1} << (length & (width - 1))) - 1);
    const u32 shift = position & (width - 1);
    const T mask = position < width ? static_cast<T>(ones << shift) : T{0};
    return static_cast<T>((b & ~mask) | ((a << shift) & mask));
  }
};

template <bool Wrap>
struct Szext {
  template <class T>
  LANE T apply(T a, u32 b) {
    const u32 bits = static_cast<u32>(a);
    const u32 low = b & 31U;
    const bool too_large = !Wrap && b >= 32;
    const u32 mask = too_large ? 0U : 0xffffffffU << low;
    const bool fill =
        kSigned<T> && low != 0 && !too_large && ((bits >> ((low - 1) & 31U)) & 1U) != 0;
    return static_cast<T>((bits & ~mask) | (fill ? mask : 0U));
  }
};
template <bool Wrap>
struct Bmsk {
  LANE u32 apply(u32 a, u32 b) {
    const u32 position = a & 31U;
    const u32 sum = position + (b & 31U);
    const bool outside = !Wrap && a >= 32;
    const u32 from = outside ? 0U : 0xffffffffU << position;
    const bool to_top = sum >= 32 || (!Wrap && b >= 32);
    return from & (to_top ? 0xffffffffU : ~(0xffffffffU << (sum & 31U)));
  }
};

struct And {
  template <class T>
  LANE T apply(T a, T b) {
    return static_cast<T>(a & b);
  }
};
struct Or {
  template <class T>
  LANE T apply(T a, T b) {
    return static_cast<T>(a | b);
  }
};
struct Xor {
  template <class T>
  LANE T apply(T a, T b) {
    return static_cast<T>(a ^ b);
  }
};
struct Not {
  template <class T>
  LANE T apply(T a) {
    return static_cast<T>(~a);
  }
};
struct Cnot {
  template <class T>
  LANE T apply(T a) {
    return a == 0 ? T{1} : T{0};
  }
};

LANE u32 choose(u32 bit, u32 yes, u32 no) { return (bit & yes) | (~bit & no); }
// The truth table's bit (a << 2 | b << 1 | c), spread over the word.
struct Lop3 {
  LANE u32 entry(u32 table, u32 index) { return 0U - ((table >> index) & 1U); }
  LANE u32 apply(u32 a, u32 b, u32 c, u32 table) {
    const u32 a0 = choose(b, choose(c, entry(table, 3), entry(table, 2)),
                          choose(c, entry(table, 1), entry(table, 0)));
    const u32 a1 = choose(b, choose(c, entry(table, 7), entry(table, 6)),
                          choose(c, entry(table, 5), entry(table, 4)));
    return choose(a, a1, a0);
  }
};

struct Shl {
  template <class T>
  LANE T apply(T a, u32 b) {
    return b < kBits<T> ? static_cast<T>(a << (b & (kBits<T> - 1))) : T{0};
  }
};
struct Shr {
  template <class T>
  LANE T apply(T a, u32 b) {
    if constexpr (kSigned<T>) {
      return static_cast<T>(a >> (b < kBits<T> ? b : kBits<T> - 1));
    } else {
      return b < kBits<T> ? static_cast<T>(a >> (b & (kBits<T> - 1))) : T{0};
    }
  }
};
template <bool Left, bool Wrap>
struct Shf {
  LANE u32 apply(u32 a, u32 b, u32 c) {
    const u32 amount = Wrap ? c & 31U : c < 32 ? c : 32U;
    const u64 both = (static_cast<u64>(b) << 32U) | a;
    return static_cast<u32>(Left ? (both << amount) >> 32U : both >> amount);
  }
};

// The selector nibbles of prmt's special modes for c & 3 = 3, 2, 1, 0, from the manual's table.
constexpr u64 selectors(Variant mode) {
  switch (mode) {
    case Variant::F4e:
      return 0x6543'5432'4321'3210ULL;
    case Variant::B4e:
      return 0x0123'7012'6701'5670ULL;
    case Variant::Rc8:
      return 0x3333'2222'1111'0000ULL;
    case Variant::Ecl:
      return 0x3333'3222'3211'3210ULL;
    case Variant::Ecr:
      return 0x3210'2210'1110'0000ULL;
    case Variant::Rc16:
      return 0x3232'1010'3232'1010ULL;
    default:
      return 0;
  }
}
template <Variant Mode>
struct Prmt {
  LANE u32 byte(u64 both, u32 nibble) {
    const u32 value = static_cast<u32>(both >> ((nibble & 7U) * 8)) & 0xffU;
    return (nibble & 8U) == 0 ? value : (value & 0x80U) != 0 ? 0xffU : 0U;
  }
  LANE u32 apply(u32 a, u32 b, u32 c) {
    const u64 both = (static_cast<u64>(b) << 32U) | a;
    const u32 pick =
        Mode == Variant::None ? c : static_cast<u32>(selectors(Mode) >> ((c & 3U) * 16));
    return byte(both, pick) | (byte(both, pick >> 4U) << 8U) | (byte(both, pick >> 8U) << 16U) |
           (byte(both, pick >> 12U) << 24U);
  }
};

template <class F>
Lanes logic2(const Selector& s) {
  return s.type == ptx::Type::Pred ? binary<F, Pred>() : by_width<2, F>(s.type);
}

template <class F>
Lanes bits_to_word(const Selector& s) {
  switch (s.type) {
    case ptx::Type::B32:
    case ptx::Type::U32:
      return unary<F, U32, U32>();
    case ptx::Type::B64:
    case ptx::Type::U64:
      return unary<F, U32, U64>();
    case ptx::Type::S32:
      return unary<F, U32, S32>();
    case ptx::Type::S64:
      return unary<F, U32, S64>();
    default:
      return kNoLanes;
  }
}

template <class F>
Lanes field(const Selector& s) {
  switch (s.type) {
    case ptx::Type::U32:
      return ternary<F, U32, U32, U32, U32>();
    case ptx::Type::S32:
      return ternary<F, S32, S32, U32, U32>();
    case ptx::Type::U64:
      return ternary<F, U64, U64, U32, U32>();
    case ptx::Type::S64:
      return ternary<F, S64, S64, U32, U32>();
    default:
      return kNoLanes;
  }
}

template <class F>
Lanes shift(const Selector& s) {
  switch (s.type) {
    case ptx::Type::B16:
    case ptx::Type::U16:
      return binary<F, U16, U16, U32>();
    case ptx::Type::B32:
    case ptx::Type::U32:
      return binary<F, U32, U32, U32>();
    case ptx::Type::B64:
    case ptx::Type::U64:
      return binary<F, U64, U64, U32>();
    case ptx::Type::S16:
      return binary<F, S16, S16, U32>();
    case ptx::Type::S32:
      return binary<F, S32, S32, U32>();
    case ptx::Type::S64:
      return binary<F, S64, S64, U32>();
    default:
      return kNoLanes;
  }
}

Lanes funnel(const Selector& s) {
  const bool left = s.variant == Variant::Left;
  if (s.wrap) return left ? ternary<Shf<true, true>, U32>() : ternary<Shf<false, true>, U32>();
  return left ? ternary<Shf<true, false>, U32>() : ternary<Shf<false, false>, U32>();
}

Lanes permute(const Selector& s) {
  switch (s.variant) {
    case Variant::F4e:
      return ternary<Prmt<Variant::F4e>, U32>();
    case Variant::B4e:
      return ternary<Prmt<Variant::B4e>, U32>();
    case Variant::Rc8:
      return ternary<Prmt<Variant::Rc8>, U32>();
    case Variant::Ecl:
      return ternary<Prmt<Variant::Ecl>, U32>();
    case Variant::Ecr:
      return ternary<Prmt<Variant::Ecr>, U32>();
    case Variant::Rc16:
      return ternary<Prmt<Variant::Rc16>, U32>();
    default:
      return ternary<Prmt<Variant::None>, U32>();
  }
}

template <template <bool> class F>
Lanes extend(const Selector& s) {
  if (s.type == ptx::Type::S32)
    return s.wrap ? binary<F<true>, S32, S32, U32>() : binary<F<false>, S32, S32, U32>();
  return s.wrap ? binary<F<true>, U32, U32, U32>() : binary<F<false>, U32, U32, U32>();
}

Lanes insert(const Selector& s) {
  return s.type == ptx::Type::B64 ? quaternary<Bfi, U64, U64, U64, U32, U32>()
                                  : quaternary<Bfi, U32, U32, U32, U32, U32>();
}

Lanes bit_fields(const Selector& s) {
  switch (s.op) {
    case Op::Popc:
      return bits_to_word<Popc>(s);
    case Op::Clz:
      return bits_to_word<Clz>(s);
    case Op::Bfind:
      return s.variant == Variant::ShiftAmount ? bits_to_word<Bfind<true>>(s)
                                               : bits_to_word<Bfind<false>>(s);
    case Op::Fns:
      return ternary<Fns, U32, U32, U32, S32>();
    case Op::Brev:
      return s.type == ptx::Type::B64 ? unary<Brev, U64>() : unary<Brev, U32>();
    case Op::Bfe:
      return field<Bfe>(s);
    case Op::Bfi:
      return insert(s);
    case Op::Szext:
      return extend<Szext>(s);
    case Op::Bmsk:
      return s.wrap ? binary<Bmsk<true>, U32>() : binary<Bmsk<false>, U32>();
    default:
      return kNoLanes;
  }
}

}  // namespace

namespace LANESCOPE_LEVEL {

Lanes select_bits(const Selector& s) {
  switch (s.op) {
    case Op::And:
      return logic2<And>(s);
    case Op::Or:
      return logic2<Or>(s);
    case Op::Xor:
      return logic2<Xor>(s);
    case Op::Not:
      return s.type == ptx::Type::Pred ? unary<Not, Pred>() : by_width<1, Not>(s.type);
    case Op::Cnot:
      return by_width<1, Cnot>(s.type);
    case Op::Lop3:
      return quaternary<Lop3, U32, U32, U32, U32, U32>();
    case Op::Shf:
      return funnel(s);
    case Op::Shl:
      return shift<Shl>(s);
    case Op::Shr:
      return shift<Shr>(s);
    case Op::Prmt:
      return permute(s);
    default:
      return bit_fields(s);
  }
}

}  // namespace LANESCOPE_LEVEL
}  // namespace lanescope::isa
