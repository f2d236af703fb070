#include "sim/code/atomic_functions.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "sim/base/half.hpp"

namespace lanescope::code {
namespace {

using Bits = std::uint64_t;
using Type = ptx::Type;

// Values as the type T, held in 64 bits.
template <typename T>
T decode(Bits bits) {
  if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<double>(bits);
  else
    return static_cast<T>(bits);
}
Bits encode(float value) {
  // f32 arithmetic gives one NaN only (measured; anchors 2.12).
  return std::isnan(value) ? 0x7fffffffU : std::bit_cast<std::uint32_t>(value);
}
Bits encode(double value) { return std::bit_cast<Bits>(value); }
template <typename T>
  requires std::is_integral_v<T>
Bits encode(T value) {
  return static_cast<Bits>(static_cast<std::make_unsigned_t<T>>(value));
}

template <typename T>
Bits add(Bits old, Bits b, Bits) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    return encode(static_cast<T>(static_cast<U>(static_cast<U>(old) + static_cast<U>(b))));
  } else {
    return encode(decode<T>(old) + decode<T>(b));
  }
}
// Subnormal inputs and results of f32 atomics stay (atom.add.f32 on global memory flushes them on
// some devices; PTX ISA leaves shared memory to keep them).
template <typename T>
Bits sub(Bits old, Bits b, Bits) {
  using U = std::make_unsigned_t<T>;
  return encode(static_cast<T>(static_cast<U>(static_cast<U>(old) - static_cast<U>(b))));
}
template <typename T>
Bits min(Bits old, Bits b, Bits) {
  return encode(decode<T>(b) < decode<T>(old) ? decode<T>(b) : decode<T>(old));
}
template <typename T>
Bits max(Bits old, Bits b, Bits) {
  return encode(decode<T>(b) > decode<T>(old) ? decode<T>(b) : decode<T>(old));
}
Bits bit_and(Bits old, Bits b, Bits) { return old & b; }
Bits bit_or(Bits old, Bits b, Bits) { return old | b; }
Bits bit_xor(Bits old, Bits b, Bits) { return old ^ b; }
Bits exch(Bits, Bits b, Bits) { return b; }
Bits cas(Bits old, Bits b, Bits c) { return old == b ? c : old; }
Bits inc(Bits old, Bits b, Bits) { return old >= b ? 0 : old + 1; }
Bits dec(Bits old, Bits b, Bits) { return old == 0 || old > b ? b : old - 1; }

struct Half {
  static float to_float(std::uint16_t bits) { return half_to_float(bits); }
  static std::uint16_t from_float(float value) { return float_to_half(value); }
};
struct Bfloat {
  static float to_float(std::uint16_t bits) { return bfloat16_to_float(bits); }
  static std::uint16_t from_float(float value) { return float_to_bfloat16(value); }
};

enum class Small { Add, Min, Max };

// Sums go through f32: its 24 bits are at least 2 * 11 + 2, so rounding twice gives the same as
// once.
template <typename F, Small What>
std::uint16_t small_float(std::uint16_t old, std::uint16_t b) {
  const float x = F::to_float(old), y = F::to_float(b);
  if constexpr (What == Small::Add) return F::from_float(x + y);
  if (std::isnan(x)) return std::isnan(y) ? F::from_float(x) : b;
  if (std::isnan(y)) return old;
  const bool take = What == Small::Min ? (y < x || (x == y && std::signbit(y)))
                                       : (y > x || (x == y && !std::signbit(y)));
  return take ? b : old;
}
template <typename F, Small What>
Bits one_half(Bits old, Bits b, Bits) {
  return small_float<F, What>(static_cast<std::uint16_t>(old), static_cast<std::uint16_t>(b));
}
template <typename F, Small What>
Bits two_halves(Bits old, Bits b, Bits) {
  const Bits low = one_half<F, What>(old & 0xffffU, b & 0xffffU, 0);
  return low | one_half<F, What>(old >> 16U & 0xffffU, b >> 16U & 0xffffU, 0) << 16U;
}

AtomicOp::Function add_function(Type type) {
  switch (type) {
    case Type::U32:
      return add<std::uint32_t>;
    case Type::S32:
      return add<std::int32_t>;
    case Type::U64:
      return add<std::uint64_t>;
    case Type::S64:
      return add<std::int64_t>;
    case Type::F32:
      return add<float>;
    case Type::F64:
      return add<double>;
    case Type::F16:
      return one_half<Half, Small::Add>;
    case Type::F16x2:
      return two_halves<Half, Small::Add>;
    case Type::BF16:
      return one_half<Bfloat, Small::Add>;
    case Type::BF16x2:
      return two_halves<Bfloat, Small::Add>;
    default:
      return nullptr;
  }
}

AtomicOp::Function min_function(Type type) {
  switch (type) {
    case Type::U32:
      return min<std::uint32_t>;
    case Type::S32:
      return min<std::int32_t>;
    case Type::U64:
      return min<std::uint64_t>;
    case Type::S64:
      return min<std::int64_t>;
    case Type::F16:
      return one_half<Half, Small::Min>;
    case Type::F16x2:
      return two_halves<Half, Small::Min>;
    case Type::BF16:
      return one_half<Bfloat, Small::Min>;
    case Type::BF16x2:
      return two_halves<Bfloat, Small::Min>;
    default:
      return nullptr;
  }
}

AtomicOp::Function max_function(Type type) {
  switch (type) {
    case Type::U32:
      return max<std::uint32_t>;
    case Type::S32:
      return max<std::int32_t>;
    case Type::U64:
      return max<std::uint64_t>;
    case Type::S64:
      return max<std::int64_t>;
    case Type::F16:
      return one_half<Half, Small::Max>;
    case Type::F16x2:
      return two_halves<Half, Small::Max>;
    case Type::BF16:
      return one_half<Bfloat, Small::Max>;
    case Type::BF16x2:
      return two_halves<Bfloat, Small::Max>;
    default:
      return nullptr;
  }
}

bool is_bits(Type type) { return type == Type::B32 || type == Type::B64; }

}  // namespace

AtomicOp::Function atomic_function(AtomicKind kind, Type type) {
  switch (kind) {
    case AtomicKind::Add:
      return add_function(type);
    case AtomicKind::Sub:
      return type == Type::U32   ? sub<std::uint32_t>
             : type == Type::S32 ? sub<std::int32_t>
                                 : nullptr;
    case AtomicKind::Min:
      return min_function(type);
    case AtomicKind::Max:
      return max_function(type);
    case AtomicKind::And:
      return is_bits(type) ? bit_and : nullptr;
    case AtomicKind::Or:
      return is_bits(type) ? bit_or : nullptr;
    case AtomicKind::Xor:
      return is_bits(type) ? bit_xor : nullptr;
    case AtomicKind::Exch:
      return ptx::size_in_bytes(type) <= 8 && ptx::size_in_bytes(type) >= 4 ? exch : nullptr;
    case AtomicKind::Cas:
      return is_bits(type) || type == Type::B16 ? cas : nullptr;
    case AtomicKind::Inc:
      return type == Type::U32 ? inc : nullptr;
    case AtomicKind::Dec:
      return type == Type::U32 ? dec : nullptr;
  }
  return nullptr;
}

}  // namespace lanescope::code
