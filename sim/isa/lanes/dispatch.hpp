#pragma once

#include "sim/isa/lanes/loops.hpp"

// From a ptx::Type met at bind time to a slot type.
namespace lanescope::isa {
namespace {

template <int N, class F, class T>
[[maybe_unused]] constexpr Lanes same() {
  if constexpr (N == 1) return unary<F, T>();
  if constexpr (N == 2) return binary<F, T>();
  if constexpr (N == 3) return ternary<F, T>();
}

// For operations on which the sign has no bearing.
template <int N, class F>
[[maybe_unused]] Lanes by_width(ptx::Type type) {
  switch (type) {
    case ptx::Type::U16:
    case ptx::Type::S16:
    case ptx::Type::B16:
      return same<N, F, U16>();
    case ptx::Type::U32:
    case ptx::Type::S32:
    case ptx::Type::B32:
      return same<N, F, U32>();
    case ptx::Type::U64:
    case ptx::Type::S64:
    case ptx::Type::B64:
      return same<N, F, U64>();
    default:
      return kNoLanes;
  }
}

template <int N, class F>
[[maybe_unused]] Lanes by_integer(ptx::Type type) {
  switch (type) {
    case ptx::Type::U16:
      return same<N, F, U16>();
    case ptx::Type::S16:
      return same<N, F, S16>();
    case ptx::Type::U32:
      return same<N, F, U32>();
    case ptx::Type::S32:
      return same<N, F, S32>();
    case ptx::Type::U64:
      return same<N, F, U64>();
    case ptx::Type::S64:
      return same<N, F, S64>();
    default:
      return kNoLanes;
  }
}

template <int N, class F>
[[maybe_unused]] Lanes by_signed(ptx::Type type) {
  switch (type) {
    case ptx::Type::S16:
      return same<N, F, S16>();
    case ptx::Type::S32:
      return same<N, F, S32>();
    case ptx::Type::S64:
      return same<N, F, S64>();
    default:
      return kNoLanes;
  }
}

template <int N, class F>
[[maybe_unused]] Lanes by_word(ptx::Type type) {
  switch (type) {
    case ptx::Type::U32:
      return same<N, F, U32>();
    case ptx::Type::S32:
      return same<N, F, S32>();
    case ptx::Type::U64:
      return same<N, F, U64>();
    case ptx::Type::S64:
      return same<N, F, S64>();
    default:
      return kNoLanes;
  }
}

// The unsigned type of a value type's width, and the type twice as wide.
template <class V>
struct Widths;
template <>
struct Widths<u8> {
  using Unsigned = u8;
};
template <>
struct Widths<s8> {
  using Unsigned = u8;
};
template <>
struct Widths<u16> {
  using Unsigned = u16;
  using Wide = u32;
};
template <>
struct Widths<s16> {
  using Unsigned = u16;
  using Wide = s32;
};
template <>
struct Widths<u32> {
  using Unsigned = u32;
  using Wide = u64;
};
template <>
struct Widths<s32> {
  using Unsigned = u32;
  using Wide = s64;
};
// NOLINTBEGIN(modernize-use-using): __extension__ cannot stand before an alias.
__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 s128;
// NOLINTEND(modernize-use-using)
template <>
struct Widths<u64> {
  using Unsigned = u64;
  using Wide = u128;
};
template <>
struct Widths<s64> {
  using Unsigned = u64;
  using Wide = s128;
};
template <class V>
using Unsigned = typename Widths<V>::Unsigned;
template <class V>
using Wide = typename Widths<V>::Wide;

template <class V>
inline constexpr int kBits = static_cast<int>(sizeof(V) * 8);
template <class V>
inline constexpr bool kSigned = static_cast<V>(-1) < static_cast<V>(1);

}  // namespace
}  // namespace lanescope::isa
