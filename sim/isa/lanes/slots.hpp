#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/isa/selector.hpp"

// How the lanes of a register slot are read and written, by type. Everything in lanes/*.hpp has
// internal linkage and calls no inline function of the standard library: see selector.hpp.
namespace lanescope::isa {
namespace {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s8 = std::int8_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = std::int64_t;

#define LANE [[maybe_unused, gnu::always_inline]] static inline

// A slot type: Word is what a lane of the slot holds, Value what the operations compute with.
struct Pred {
  static constexpr ptx::Type kType = ptx::Type::Pred;
  using Word = u32;
  using Value = u32;  // 0 or all ones
  LANE Value load(Word w) { return w; }
  LANE Word store(Value v) { return v; }
};

template <ptx::Type T, class W, class V>
struct Integer {
  static constexpr ptx::Type kType = T;
  using Word = W;
  using Value = V;
  LANE Value load(Word w) { return static_cast<Value>(w); }
  LANE Word store(Value v) {
    if constexpr (sizeof(V) < 4) return static_cast<Word>(static_cast<u16>(v));
    return static_cast<Word>(v);
  }
};
// An 8-bit result lies sign or zero extended in a 16-bit register (PTX ISA 9.4.1).
using U8 = Integer<ptx::Type::U8, u32, u8>;
using S8 = Integer<ptx::Type::S8, u32, s8>;
using U16 = Integer<ptx::Type::U16, u32, u16>;
using S16 = Integer<ptx::Type::S16, u32, s16>;
using U32 = Integer<ptx::Type::U32, u32, u32>;
using S32 = Integer<ptx::Type::S32, u32, s32>;
using U64 = Integer<ptx::Type::U64, u64, u64>;
using S64 = Integer<ptx::Type::S64, u64, s64>;
using B8 = Integer<ptx::Type::B8, u32, u8>;
using B16 = Integer<ptx::Type::B16, u32, u16>;
using B32 = Integer<ptx::Type::B32, u32, u32>;
using B64 = Integer<ptx::Type::B64, u64, u64>;

// Halves are computed with as bit patterns or through float (half_math.hpp).
using F16 = Integer<ptx::Type::F16, u32, u16>;
using BF16 = Integer<ptx::Type::BF16, u32, u16>;
using F16x2 = Integer<ptx::Type::F16x2, u32, u32>;
using BF16x2 = Integer<ptx::Type::BF16x2, u32, u32>;
using TF32 = Integer<ptx::Type::TF32, u32, u32>;

LANE u32 bits_of(float v) { return __builtin_bit_cast(u32, v); }
LANE u64 bits_of(double v) { return __builtin_bit_cast(u64, v); }
LANE float as_float(u32 v) { return __builtin_bit_cast(float, v); }
LANE double as_double(u64 v) { return __builtin_bit_cast(double, v); }

struct F32 {
  static constexpr ptx::Type kType = ptx::Type::F32;
  using Word = u32;
  using Value = float;
  LANE Value load(Word w) { return as_float(w); }
  LANE Word store(Value v) { return bits_of(v); }
};
struct F64 {
  static constexpr ptx::Type kType = ptx::Type::F64;
  using Word = u64;
  using Value = double;
  LANE Value load(Word w) { return as_double(w); }
  LANE Word store(Value v) { return bits_of(v); }
};

}  // namespace
}  // namespace lanescope::isa
