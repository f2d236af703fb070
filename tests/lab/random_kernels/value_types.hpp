#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tests/lab/random_kernels/random.hpp"

namespace lanescope::test::random_kernels {

enum class Type : std::uint8_t {
  Bool,
  I8,
  U8,
  I16,
  U16,
  I32,
  U32,
  I64,
  U64,
  F16,
  BF16,
  F32,
  F64,
  Half2,
  Bf2
};  // clang-format off
inline constexpr std::size_t kTypes = 15;

struct TypeInfo {
  std::string_view tag;       // in holes of operations, and of variables' names
  std::string_view name;      // in CUDA C++
  std::string_view unsign;    // the unsigned type of the same size, of integers
  std::string_view wide;      // an unsigned type in which its arithmetic never overflows
  std::uint32_t bytes;
};
inline constexpr std::array<TypeInfo, kTypes> kTypeInfo{{
    {"bool", "bool", "", "", 1},
    {"i8", "signed char", "unsigned char", "unsigned", 1},
    {"u8", "unsigned char", "unsigned char", "unsigned", 1},
    {"i16", "short", "unsigned short", "unsigned", 2},
    {"u16", "unsigned short", "unsigned short", "unsigned", 2},
    {"i32", "int", "unsigned", "unsigned", 4},
    {"u32", "unsigned", "unsigned", "unsigned", 4},
    {"i64", "long long", "unsigned long long", "unsigned long long", 8},
    {"u64", "unsigned long long", "unsigned long long", "unsigned long long", 8},
    {"f16", "__half", "", "", 2},
    {"bf16", "__nv_bfloat16", "", "", 2},
    {"f32", "float", "", "", 4},
    {"f64", "double", "", "", 8},
    {"h2", "__half2", "", "", 4},
    {"b2", "__nv_bfloat162", "", "", 4},
}};  // clang-format on

[[nodiscard]] inline const TypeInfo& info(Type type) {
  return kTypeInfo[static_cast<std::size_t>(type)];
}
[[nodiscard]] inline bool is_integer(Type type) { return !info(type).unsign.empty(); }
[[nodiscard]] inline bool is_signed(Type type) {
  return is_integer(type) && info(type).tag.front() == 'i';
}

// A constant: the borders of the type more often than others.
[[nodiscard]] std::string literal(Type type, Random& random);

}  // namespace lanescope::test::random_kernels
