#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"

namespace lanescope::experiment {

// Element types (docs/CONTRACT.md, "Argument SPECs and fills").
enum class ElementType : std::uint8_t { I8, U8, I16, U16, I32, U32, I64, U64, F16, BF16, F32, F64 };
[[nodiscard]] std::string_view spelling(ElementType type);
[[nodiscard]] std::optional<ElementType> element_type(std::string_view spelling);
[[nodiscard]] std::uint32_t size_of(ElementType type);

[[nodiscard]] bool is_float(ElementType type);
// A whole number, decimal or 0x…, without sign; nothing else around it.
[[nodiscard]] Result<std::uint64_t> parse_unsigned(std::string_view text);

// The bytes, little endian, of one element written as text. Integers: decimal, or 0x… as a bit
// pattern; a value that the type cannot hold is an Error, but a negative one is taken as two's
// complement by an unsigned type, as C does. Floats: decimal or hexadecimal, inf, nan; rounded to
// nearest even.
[[nodiscard]] Result<std::vector<std::byte>> element_bytes(ElementType type, std::string_view text);

// Writes one element at `out`, size_of(type) bytes long. Integers are truncated to the type.
void store_integer(ElementType type, std::uint64_t value, std::byte* out);
// A number as the type holds it: floats rounded, integers without their fraction and truncated.
void store_number(ElementType type, double value, std::byte* out);
// A float in [0, 1) of the 64 random bits (docs/CONTRACT.md, "Argument SPECs and fills"). Float
// types only.
void store_unit(ElementType type, std::uint64_t bits, std::byte* out);

// An element as a number (64-bit integers beyond 2^53 are rounded) and as text for reports.
[[nodiscard]] double element_value(ElementType type, const std::byte* bytes);
[[nodiscard]] std::string element_text(ElementType type, const std::byte* bytes);

}  // namespace lanescope::experiment
