#include "sim/base/half.hpp"

#include <cmath>

namespace lanescope {
namespace {

constexpr std::uint16_t kCanonicalNan = 0x7fff;

// Rounds a double to a binary16 magnitude by scaling so that the last kept bit is an integer bit:
// nearbyint then rounds once, to nearest even, also for subnormals.
std::uint16_t magnitude_to_half(double magnitude) {
  int exponent = 0;
  std::frexp(magnitude, &exponent);  // magnitude = f * 2^exponent, f in [0.5, 1)
  const int last_bit = exponent - 11 < -24 ? -24 : exponent - 11;
  const double rounded = std::nearbyint(std::ldexp(magnitude, -last_bit));
  const double value = std::ldexp(rounded, last_bit);
  if (value >= 65536.0) return 0x7c00;
  std::frexp(value, &exponent);
  if (value < 6.103515625e-05) return static_cast<std::uint16_t>(std::ldexp(value, 24));
  const auto mantissa = static_cast<std::uint16_t>(std::ldexp(value, 11 - exponent));
  return static_cast<std::uint16_t>(((exponent + 14) << 10) + (mantissa - 1024));
}

}  // namespace

float half_to_float(std::uint16_t bits) {
  const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000U) << 16U;
  const std::uint32_t exponent = (bits >> 10U) & 31U;
  const std::uint32_t mantissa = bits & 1023U;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000U | (mantissa << 13U));
  if (exponent == 0) {
    const float magnitude = static_cast<float>(mantissa) * 0x1p-24F;
    return sign != 0 ? -magnitude : magnitude;
  }
  return std::bit_cast<float>(sign | ((exponent + 112U) << 23U) | (mantissa << 13U));
}

std::uint16_t double_to_half(double value) {
  if (std::isnan(value)) return kCanonicalNan;
  const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  const double magnitude = std::fabs(value);
  if (magnitude == 0.0) return sign;
  const std::uint16_t bits = magnitude >= 65536.0 ? 0x7c00 : magnitude_to_half(magnitude);
  return static_cast<std::uint16_t>(sign | bits);
}

std::uint16_t float_to_half(float value) { return double_to_half(static_cast<double>(value)); }

std::uint16_t float_to_bfloat16(float value) {
  if (std::isnan(value)) return kCanonicalNan;
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return static_cast<std::uint16_t>((bits + 0x7fffU + ((bits >> 16U) & 1U)) >> 16U);
}

}  // namespace lanescope
