#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

// One lane of whole-number instructions.
namespace lanescope::sass::machine::instructions::math {

using U32 = std::uint32_t;
using U64 = std::uint64_t;

inline U32 add(U32 a, U32 b) { return a + b; }
inline U32 absolute(U32 a) { return a >> 31U != 0 ? 0 - a : a; }
inline U32 count_ones(U32 a) { return static_cast<U32>(std::popcount(a)); }
inline U32 reverse(U32 a) {
  U32 out = 0;
  for (U32 bit = 0; bit < 32; ++bit) out |= (a >> bit & 1U) << (31 - bit);
  return out;
}
inline U64 multiply_signed(U32 a, U32 b) {
  return static_cast<U64>(std::int64_t{static_cast<std::int32_t>(a)} *
                          static_cast<std::int32_t>(b));
}

struct Funnel {
  bool left, arithmetic, high;
  U32 limit;  // of the distance: it is clamped, or wrapped where the uppermost bit is set
};
inline U32 funnel(U32 low, U32 distance, U32 upper, const Funnel& how) {
  const U32 limit = how.limit & 0x7fffffffU;
  const U32 by = how.limit >> 31U != 0 ? distance & limit : std::min(distance, limit);
  const U64 value = U64{upper} << 32U | low;
  U64 shifted = 0;
  if (how.left)
    shifted = by > 63 ? 0 : value << by;
  else if (how.arithmetic)
    shifted = static_cast<U64>(static_cast<std::int64_t>(value) >> std::min(by, 63U));
  else
    shifted = by > 63 ? 0 : value >> by;
  return static_cast<U32>(how.high ? shifted >> 32U : shifted);
}

// PTX ISA 9.7.8.7 (prmt), whose modes it has by number: none, f4e, b4e, rc8, ecl, ecr, rc16.
inline U32 permute(U32 a, U32 selector, U32 b, U32 mode) {
  const U64 bytes = U64{b} << 32U | a;
  const auto byte = [bytes](U32 n) { return static_cast<U32>(bytes >> (8U * (n & 7U)) & 0xffU); };
  const U32 s = selector & 3U;
  U32 out = 0;
  for (U32 n = 0; n < 4; ++n) {
    U32 value = 0;
    switch (mode) {
      case 1:
        value = byte(s + n);
        break;
      case 2:
        value = byte(s - n);
        break;
      case 3:
        value = byte(s);
        break;
      case 4:
        value = byte(std::max(s, n));
        break;
      case 5:
        value = byte(std::min(s, n));
        break;
      case 6:
        value = byte((s & 1U) * 2 + (n & 1U));
        break;
      default: {
        const U32 choice = selector >> (4 * n) & 0xfU;
        value = byte(choice);
        if ((choice & 8U) != 0) value = value >> 7U != 0 ? 0xffU : 0;
      }
    }
    out |= value << (8 * n);
  }
  return out;
}

inline U32 keep_low(U32 a, U32 bits) { return bits >= 32 ? a : a & ((1U << bits) - 1); }
inline U32 sign_extend(U32 a, U32 bits) {
  if (bits >= 32) return a;
  if (bits == 0) return 0;
  return static_cast<U32>(static_cast<std::int32_t>(a << (32 - bits)) >> (32 - bits));
}
inline U32 keep_low_wrapped(U32 a, U32 bits) { return keep_low(a, bits & 31U); }
inline U32 sign_extend_wrapped(U32 a, U32 bits) { return sign_extend(a, bits & 31U); }
// `width` ones from `begin` on.
inline U32 mask_clamped(U32 begin, U32 width) {
  const U64 ones = width >= 32 ? 0xffffffffU : (U64{1} << width) - 1;
  return begin >= 32 ? 0 : static_cast<U32>(ones << begin);
}
inline U32 mask_wrapped(U32 begin, U32 width) { return mask_clamped(begin & 31U, width & 31U); }

inline U32 dot_of_four(U32 a, U32 b, U32 c, U32 kinds) {
  U32 sum = c;
  for (U32 n = 0; n < 4; ++n) {
    const U32 x = a >> (8 * n) & 0xffU, y = b >> (8 * n) & 0xffU;
    sum +=
        ((kinds & 1U) != 0 ? sign_extend(x, 8) : x) * ((kinds & 2U) != 0 ? sign_extend(y, 8) : y);
  }
  return sum;
}
inline U32 difference_unsigned(U32 a, U32 b, U32 c) { return (a > b ? a - b : b - a) + c; }
inline U32 difference_signed(U32 a, U32 b, U32 c) {
  return (static_cast<std::int32_t>(a) > static_cast<std::int32_t>(b) ? a - b : b - a) + c;
}

inline U32 lut(U32 a, U32 b, U32 c, U32 table) {
  U32 out = 0;
  for (U32 n = 0; n < 8; ++n) {
    if ((table >> n & 1U) == 0) continue;
    out |= ((n & 4U) != 0 ? a : ~a) & ((n & 2U) != 0 ? b : ~b) & ((n & 1U) != 0 ? c : ~c);
  }
  return out;
}

}  // namespace lanescope::sass::machine::instructions::math
