#pragma once

#include <cstdint>
#include <string_view>

namespace lanescope {

// What the bits of a register or of an element in memory mean, in PTX's words (PTX ISA 5.2,
// fundamental types). None: no type written, or one that Lanescope does not know.
enum class ValueType : std::uint8_t {
  None,
  Pred,
  B8,
  B16,
  B32,
  B64,
  B128,
  U8,
  U16,
  U32,
  U64,
  S8,
  S16,
  S32,
  S64,
  F16,
  F16x2,
  BF16,
  BF16x2,
  F32,
  F64,
  U16x2,
  S16x2,
  TF32,
  E4M3x2,
  E5M2x2,
};
[[nodiscard]] int size_in_bytes(ValueType type);               // Pred and None: 0
[[nodiscard]] std::string_view spelling(ValueType type);       // "u32", without the dot
[[nodiscard]] ValueType type_from_spelling(std::string_view);  // None when unknown
[[nodiscard]] bool is_float(ValueType type);
[[nodiscard]] bool is_signed_integer(ValueType type);

}  // namespace lanescope
