#pragma once

#include <cstdint>
#include <span>

// Arithmetic of a tensor core, bit by bit as on an H200 (measured; sim/DEVIATIONS.md).
namespace lanescope::machine {

// A number taken apart: significand * 2^(exponent - fraction bits of its type). Zero has an
// exponent below all others.
struct Parts {
  std::int32_t significand = 0;
  std::int32_t exponent = 0;
  float value = 0;  // may be infinite or NaN; the parts then mean nothing
};
[[nodiscard]] Parts half_parts(std::uint16_t bits);
[[nodiscard]] Parts bfloat16_parts(std::uint16_t bits);
// The upper 19 bits of a float.
[[nodiscard]] Parts tf32_parts(std::uint32_t bits);

// The sum of the products a[i] * b[i], and c. Every term is cut to 25 bits behind the place of the
// leading bit that the greatest exponent stands for, the sum of these is exact, and is cut to f32.
[[nodiscard]] float tensor_sum(std::span<const Parts> a, std::span<const Parts> b,
                               int fraction_bits, float c);
// The same, rounded to the nearest half.
[[nodiscard]] std::uint16_t tensor_sum_half(std::span<const Parts> a, std::span<const Parts> b,
                                            int fraction_bits, float c);

}  // namespace lanescope::machine
