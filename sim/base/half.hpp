#pragma once

#include <bit>
#include <cstdint>

namespace lanescope {

// IEEE 754 binary16 and bfloat16 as bit patterns; round to nearest even; NaN becomes the canonical
// 0x7fff that NVIDIA's conversions produce (PTX ISA, cvt).
[[nodiscard]] float half_to_float(std::uint16_t bits);
[[nodiscard]] std::uint16_t float_to_half(float value);
[[nodiscard]] std::uint16_t double_to_half(double value);
[[nodiscard]] constexpr float bfloat16_to_float(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
}
[[nodiscard]] std::uint16_t float_to_bfloat16(float value);

}  // namespace lanescope
