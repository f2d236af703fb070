#include "sim/base/small_float.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "sim/base/half.hpp"

namespace lanescope {
namespace {

constexpr std::uint16_t kNanHalf = 0x7fff;

struct Format {
  int fraction_bits, exponent_bits;
  std::uint8_t largest;  // finite number
  [[nodiscard]] int bias() const { return (1 << (exponent_bits - 1)) - 1; }
};
constexpr std::array kFormats{Format{3, 4, 0x7e}, Format{2, 5, 0x7b}};
constexpr std::uint8_t kNan = 0x7f, kSign = 0x80;

const Format& format_of(SmallFloat format) { return kFormats.at(static_cast<std::size_t>(format)); }

}  // namespace

std::uint16_t small_to_half(SmallFloat format, std::uint8_t bits) {
  if (format == SmallFloat::E5M2 && (bits & 0x7fU) == 0x7cU)
    return static_cast<std::uint16_t>(bits << 8U);  // infinite
  const Format& f = format_of(format);
  const auto magnitude = static_cast<std::uint8_t>(bits & (kSign - 1U));
  if (magnitude > f.largest) return kNanHalf;
  const int field = magnitude >> f.fraction_bits;
  const int fraction = magnitude & ((1 << f.fraction_bits) - 1);
  const int significand = field == 0 ? fraction : fraction + (1 << f.fraction_bits);
  const float value =
      std::ldexp(static_cast<float>(significand), std::max(field, 1) - f.bias() - f.fraction_bits);
  return float_to_half((bits & kSign) != 0 ? -value : value);
}

std::uint8_t float_to_small(SmallFloat format, float value) {
  const Format& f = format_of(format);
  if (std::isnan(value)) return kNan;
  const std::uint8_t sign = std::signbit(value) ? kSign : std::uint8_t{0};
  const float magnitude = std::fabs(value);
  const int lowest = 1 - f.bias();
  const bool small = magnitude == 0 || std::isinf(magnitude);
  const int exponent = small ? lowest : std::max(std::ilogb(magnitude), lowest);
  // In units of the last place; nearbyint rounds to nearest even.
  const float units = std::nearbyint(std::ldexp(magnitude, f.fraction_bits - exponent));
  const float bits = units + static_cast<float>((exponent - lowest) << f.fraction_bits);
  const bool large = std::isinf(magnitude) || bits > static_cast<float>(f.largest);
  return static_cast<std::uint8_t>(sign | (large ? f.largest : static_cast<std::uint8_t>(bits)));
}

}  // namespace lanescope
